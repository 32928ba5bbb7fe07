// Checks the manifests of a folder, then runs the commands of their pods here on a small board.
// Usage: node check.mjs FOLDER PROGRAM
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agreementComplaints, read, schemaComplaints } from './manifests.mjs';

// What the pods would do, one after the other; the last one's output.
function run({ settings, shards, merge }, program, values) {
  const folder = mkdtempSync(join(tmpdir(), 'queens-'));
  const pod = (job, index) => {
    const { command, volumeMounts } = job.spec.template.spec.containers[0];
    const environment = { ...settings.data, ...values, JOB_COMPLETION_INDEX: index };
    const words = command.map((word) =>
      word.replace(/\$\((\w+)\)/g, (_, name) => environment[name])
        .replace(volumeMounts[0].mountPath, folder));
    return execFileSync(program, words.slice(1), { encoding: 'utf8' });
  };
  try {
    for (let index = 0; index < values.K; ++index) pod(shards, index);
    return pod(merge);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function main(folder, program) {
  const objects = read(folder);
  const found = Object.entries(objects)
    .flatMap(([name, object]) => schemaComplaints(object).map((text) => `${name}: ${text}`));
  // Objects that are not as the schema says might lack what is compared.
  if (!found.length) found.push(...agreementComplaints(objects));
  if (!found.length) {
    const total = run(objects, program, { N: 12, K: 5 }).trim().split('\n').pop();
    if (total !== '14200') found.push(`n = 12 in 5 shards: ${total} in place of 14200`);
  }
  for (const complaint of found) console.error(complaint);
  if (found.length) process.exit(1);
  console.log(`${Object.keys(objects).length} manifests are as the schema says and agree;`
    + ' their commands count n = 12 in 5 shards: 14200');
}

main(...process.argv.slice(2));
