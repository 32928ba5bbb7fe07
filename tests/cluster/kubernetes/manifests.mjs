// Reads Kubernetes objects and says what is wrong with one, or with those of this project together.
import { readFileSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { loadAll } from 'js-yaml';
import { Job } from 'kubernetes-models/batch/v1';
import { ConfigMap, PersistentVolumeClaim } from 'kubernetes-models/v1';

const models = { Job, ConfigMap, PersistentVolumeClaim };

// A file holds one object and is known by its name.
export function read(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return Object.fromEntries(files.map((name) => {
    const objects = loadAll(readFileSync(join(folder, name), 'utf8'));
    if (objects.length !== 1) throw new Error(`${name} holds ${objects.length} objects`);
    return [parse(name).name, objects[0]];
  }));
}

// The schemas' validators look at the keys they know and are silent about others. So each object
// is handed to them in a wrapper that notes which keys they ask for; one whose keys they list is a
// map, where any key will do.
function watched(value, path, seen) {
  if (value === null || typeof value !== 'object') return value;
  const copy = Array.isArray(value) ? [] : {};
  for (const [key, child] of Object.entries(value)) {
    copy[key] = watched(child, `${path}/${key}`, seen);
  }
  const asked = new Set();
  const object = { path, keys: Object.keys(value), asked, map: Array.isArray(value) };
  seen.push(object);
  return new Proxy(copy, {
    get(target, key) {
      asked.add(key);
      return target[key];
    },
    ownKeys(target) {
      object.map = true;
      return Reflect.ownKeys(target);
    },
  });
}

// Values that the schema does not allow, and keys that it does not know.
export function schemaComplaints(object) {
  const model = models[object?.kind];
  if (!model) return [`/kind: ${object?.kind} is not one of ${Object.keys(models).join(', ')}`];
  const found = [];
  const seen = [];
  try {
    model.prototype.validate.call(watched(object, '', seen));
  } catch (error) {
    found.push(error.message);
  }
  for (const { path, keys, asked, map } of seen) {
    if (map) continue;
    for (const key of keys) if (!asked.has(key)) found.push(`${path}/${key}: unknown key`);
  }
  return found;
}

const bytes = (text) => {
  const [, number, prefix] = /^(\d+)([KMGT]i)B?$/.exec(text) ?? [];
  return number && number * 1024 ** ('KMGT'.indexOf(prefix[0]) + 1);
};

// Values that must be the same in several places, or fit each other.
export function agreementComplaints({ settings, volume, shards, merge }) {
  const found = [];
  const same = (what, one, other) => {
    if (JSON.stringify(one) !== JSON.stringify(other)) {
      found.push(`${what}: ${JSON.stringify(one)} and ${JSON.stringify(other)} differ`);
    }
  };
  const { N, K, METHOD, MEMORY } = settings.data;
  const pods = [shards, merge].map((job) => job.spec.template.spec);
  const [sharding, merging] = pods.map((pod) => pod.containers[0]);
  const after = (option) => sharding.command[sharding.command.indexOf(option) + 1];

  same('completions and K', String(shards.spec.completions), K);
  same('--of', after('--of'), '$(K)');
  same('--index', after('--index'), '$(JOB_COMPLETION_INDEX)');
  same('N, of --out and of the count', sharding.command[2], '$(N)');
  same('folder of shards and merge', after('--out'), merging.command[2]);
  same('--threads and CPUs', after('--threads'), sharding.resources.limits.cpu);
  same('image', sharding.image, merging.image);
  same('mounts', sharding.volumeMounts, merging.volumeMounts);
  same('volumes', pods[0].volumes, pods[1].volumes);
  same('users', pods[0].securityContext, pods[1].securityContext);
  same('containers may', sharding.securityContext, merging.securityContext);
  same('podFailurePolicy and container',
    shards.spec.podFailurePolicy.rules[0].onExitCodes.containerName, sharding.name);
  for (const { containers, volumes } of pods) {
    const [{ command, envFrom, resources, volumeMounts }] = containers;
    same('settings', envFrom[0].configMapRef.name, settings.metadata.name);
    same('claim', volumes[0].persistentVolumeClaim.claimName, volume.metadata.name);
    same('volume and mount', volumes[0].name, volumeMounts[0].name);
    same('requests and limits', resources.requests, resources.limits);
    for (const [, name] of command.join(' ').matchAll(/\$\((\w+)\)/g)) {
      if (name !== 'JOB_COMPLETION_INDEX' && !(name in settings.data)) found.push(`no $(${name})`);
    }
    if (!command.some((word) => word.startsWith(`${volumeMounts[0].mountPath}/`))) {
      found.push(`${command[1]}: no folder in ${volumeMounts[0].mountPath}`);
    }
  }
  if (!(N >= 1 && N <= 32)) found.push(`N: ${N}`);
  if (!['search', 'join'].includes(METHOD)) found.push(`METHOD: ${METHOD}`);
  if (!(bytes(MEMORY) < bytes(sharding.resources.limits.memory))) found.push(`MEMORY: ${MEMORY}`);
  return found;
}
