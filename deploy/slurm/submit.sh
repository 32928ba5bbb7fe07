#!/usr/bin/env bash
# Submits a count to Slurm: a job array that computes its K shards, and a job that merges them after
# the last one. Started again with the same arguments, it computes what is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

usage() {
  cat >&2 <<'END'
usage: submit.sh (N | --board FILE) --of K --out DIR --method search|join
                 [--memory BYTES] [--checkpoint-interval T]
                 [--program PATH] [--tasks T] [--retries R] [-- OPTIONS OF sbatch]
  --out DIR     where the shards go; as FILE and PATH, all nodes must see it
  --program     queens; by default the one in PATH
  --tasks       at most so many tasks in the array; by default the cluster's MaxArraySize
  --retries     how often Slurm may start a task again; 5 by default
END
  exit 2
}
fail() { echo "submit.sh: $*" >&2 && exit 2; }

board=() k='' out='' method='' tasks='' retries=5 program=queens options=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  case $1 in
    [0-9]*) board=("$1") && shift && continue ;;
    --*) [ $# -ge 2 ] || usage ;;&
    --board) board=(--board "$(realpath -e -- "$2")") || exit 2 ;;
    --of) k=$2 ;;
    --out) out=$(realpath -m -- "$2") ;;
    --method) method=$2 ;;
    --memory | --checkpoint-interval) options+=("$1" "$2") ;;
    --program) program=$2 ;;
    --tasks) tasks=$2 ;;
    --retries) retries=$2 ;;
    *) usage ;;
  esac
  shift 2
done
[ $# -eq 0 ] || shift # what is left is for sbatch
[ "${#board[@]}" -gt 0 ] || usage
[ -n "$out" ] || usage
[[ $k =~ ^[1-9][0-9]{0,7}$ ]] || fail "--of must say how many shards"
[[ $retries =~ ^[0-9]{1,4}$ ]] || fail "--retries must be a number"
# Each node by itself might choose another one.
[[ $method =~ ^(search|join)$ ]] || fail "--method must be search or join"
program=$(command -v -- "$program") || fail "no program queens; see --program"
program=$(realpath -e -- "$program")

# Tasks are counted from 0, and MaxArraySize is the first number that is too high.
[ -n "$tasks" ] || tasks=$(scontrol show config | sed -n 's/^MaxArraySize *= *//p')
[[ $tasks =~ ^[1-9][0-9]{0,7}$ ]] || fail "--tasks must be a number"
each=$(((k + tasks - 1) / tasks)) # shards a task
tasks=$(((k + each - 1) / each))

logs=$out.logs
mkdir -p -- "$out" "$logs"
shards=$(sbatch --parsable --job-name=queens-shards --array="0-$((tasks - 1))" \
  --output="$logs/shards-%a.log" "$@" \
  "$here/shards.sbatch" "$program" "$retries" "$tasks" "$k" \
  "${board[@]}" --out "$out" --method "$method" "${options[@]}")
shards=${shards%%;*} # the cluster's name may follow
# Without --kill-on-invalid-dep it would wait for ever after a shard that cannot be computed.
merge=$(sbatch --parsable --job-name=queens-merge --output="$logs/merge.log" "$@" \
  --cpus-per-task=1 --dependency="afterok:$shards" --kill-on-invalid-dep=yes \
  "$here/merge.sbatch" "$program" "$out")
echo "shards: job $shards, $tasks tasks of $each, logs $logs/shards-*.log"
echo "merge: job ${merge%%;*}, total in the last line of $logs/merge.log"
