// The check must be able to fail: each change to the manifests, in memory, gives its complaint.
// FOLDER=... node --test test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreementComplaints, read, schemaComplaints } from './manifests.mjs';

const objects = () => read(process.env.FOLDER);

function schemaCase(name, file, change, expected) {
  test(name, () => {
    const object = objects()[file];
    assert.deepEqual(schemaComplaints(object), []);
    change(object);
    const found = schemaComplaints(object);
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0], expected);
  });
}

const rename = (object, from, to) => {
  object[to] = object[from];
  delete object[from];
};
const container = (job) => job.spec.template.spec.containers[0];

schemaCase('a misspelt key of the job', 'shards',
  ({ spec }) => rename(spec, 'backoffLimitPerIndex', 'backOffLimitPerIndex'),
  /^\/spec\/backOffLimitPerIndex: unknown key$/);
schemaCase('a misspelt key deep inside', 'merge',
  (job) => rename(container(job).securityContext,
    'readOnlyRootFilesystem', 'readOnlyRootFileSystem'),
  /securityContext\/readOnlyRootFileSystem: unknown key$/);
schemaCase('a misspelt key of the claim', 'volume',
  ({ spec }) => rename(spec, 'accessModes', 'accessMode'), /^\/spec\/accessMode: unknown key$/);
schemaCase('a key at the wrong level', 'shards',
  ({ spec }) => { spec.restartPolicy = 'Never'; }, /^\/spec\/restartPolicy: unknown key$/);
schemaCase('text in place of a number', 'shards',
  ({ spec }) => { spec.completions = '16'; }, /completions/);
schemaCase('a number in place of text', 'settings', ({ data }) => { data.N = 28; }, /data\/N/);
schemaCase('a value that is not offered', 'shards',
  ({ spec }) => { spec.completionMode = 'indexed'; }, /completionMode/);
schemaCase('a key too few', 'merge', (job) => { delete container(job).name; }, /name/);
schemaCase('a kind that is not ours', 'volume', (claim) => { claim.kind = 'Pod'; }, /^\/kind/);

function agreementCase(name, change, expected) {
  test(name, () => {
    const all = objects();
    assert.deepEqual(agreementComplaints(all), []);
    change(all);
    assert.match(agreementComplaints(all).join('\n'), expected);
  });
}

agreementCase('another K than completions', ({ shards }) => { shards.spec.completions = 7; },
  /completions and K/);
agreementCase('another folder to merge', ({ merge }) => {
  container(merge).command[2] = '/shards/a';
}, /folder of shards and merge/);
agreementCase('another mount path', ({ merge }) => {
  container(merge).volumeMounts[0].mountPath = '/data';
}, /mounts/);
agreementCase('a setting that is not there', ({ settings }) => { delete settings.data.METHOD; },
  /no \$\(METHOD\)/);
agreementCase('more memory than the pod has', ({ settings }) => { settings.data.MEMORY = '32GiB'; },
  /MEMORY/);
