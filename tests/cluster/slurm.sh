#!/usr/bin/env bash
# Runs deploy/slurm on a real Slurm: one controller and two nodes of one CPU each, as processes of
# this machine on the loopback interface, with faults on purpose. Every count must end with its
# total. Needs root, since Slurm's daemons run jobs as the users who submit them.
# Usage: slurm.sh PROGRAM
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
submit=$here/../../deploy/slurm/submit.sh
program=$(realpath -e -- "${1:?usage: slurm.sh PROGRAM}")

fail() { echo "slurm.sh: $*" >&2 && exit 1; }

PATH=$PATH:/usr/sbin
for tool in slurmctld slurmd sbatch scontrol squeue scancel; do
  command -v "$tool" >/dev/null || fail "no $tool; install slurmctld slurmd slurm-client"
done
[ "$(id -u)" -eq 0 ] || fail "needs root"

work=$(mktemp -d)
export SLURM_CONF=$work/slurm.conf
declare -A daemon=() # process id of controller, a and b

# processes WORD...: those that have all these words as arguments or in their environment.
processes() {
  local word all=(/proc/[0-9]*)
  for word in "$@"; do
    [ "${#all[@]}" -gt 0 ] || return 0
    mapfile -t all < <(grep -lszxF -e "$word" "${all[@]/%//cmdline}" "${all[@]/%//environ}" |
      cut -d/ -f1-3 | sort -u)
  done
  printf '%s\n' "${all[@]#/proc/}"
}
parent() { sed -n 's/^PPid:[[:space:]]*//p' "/proc/$1/status"; }

finish() {
  local code=$? pid pids=("${daemon[@]}") log
  trap - EXIT
  if [ "$code" -ne 0 ]; then
    for log in "$work"/{controller,a,b}.log "$work/${name-}".log{,s/*}; do
      [ ! -s "$log" ] || { echo "--- ${log##*/}" && tail -n 15 "$log"; } >&2
    done
  fi
  exec 2>/dev/null # bash reports the death of its children
  kill -9 "${pids[@]}"
  # Only what this run started has its configuration in the environment.
  for pid in $(processes "SLURM_CONF=$SLURM_CONF"); do
    [ "$pid" != $$ ] || continue
    [ "$(cat "/proc/$(parent "$pid")/comm")" != slurmstepd ] || kill -9 "$(parent "$pid")"
    kill -9 "$pid"
  done
  wait
  rm -rf "$work"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT TERM

# within SECONDS COMMAND...: until the command succeeds.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || fail "waited in vain for: $*"
    sleep 0.1
  done
}

taken() { (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
# The first of three free ports in a row is $port.
free_ports() {
  port=$((20000 + RANDOM % 10000))
  while taken $port || taken $((port + 1)) || taken $((port + 2)); do
    port=$((20000 + RANDOM % 10000))
  done
}

start() { # controller, a or b
  if [ "$1" = controller ]; then
    slurmctld -D >>"$work/controller.log" 2>&1 &
  else
    slurmd -D -N "$1" >>"$work/$1.log" 2>&1 &
  fi
  daemon[$1]=$!
}
# As a machine that fails: at once, and what was being written is lost. Its wait keeps bash from
# reporting the death.
end() {
  kill -9 "${daemon[$1]}"
  wait "${daemon[$1]}" 2>/dev/null || true
}

configure() {
  local name port
  name=$(hostname -s)
  free_ports
  cat >"$SLURM_CONF" <<END
ClusterName=queens
SlurmctldHost=$name(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
AuthType=auth/none
CredType=cred/none
AuthInfo=cred_expire=5
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=5
MessageTimeout=5
KillWait=2
SlurmdParameters=config_overrides
SchedulerParameters=bf_interval=1,sched_interval=2
MaxArraySize=10
NodeName=a NodeHostname=$name NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1
NodeName=b NodeHostname=$name NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1
PartitionName=all Nodes=a,b Default=YES State=UP
END
  mkdir "$work/state" "$work/spool-a" "$work/spool-b"
}

nodes_idle() { [ "$(sinfo -h -o %T%D 2>/dev/null)" = idle2 ]; }

# count NAME N K OPTION...: submits a count into the folder $work/NAME.
count() {
  name=$1 n=$2 began=$SECONDS
  "$submit" "$n" --of "$3" --out "$work/$name" --method search --program "$program" "${@:4}" \
    >"$work/$name.log"
  shards=$(sed -n 's/^shards: job \([0-9]*\),.*/\1/p' "$work/$name.log")
  merge=$(sed -n 's/^merge: job \([0-9]*\),.*/\1/p' "$work/$name.log")
}

# ended: the merge job is over, in whatever way; its state is $state.
ended() {
  state=$(squeue -h -t all -j "$merge" -o %T 2>/dev/null) || return 1
  [[ $state =~ COMPLETED|CANCELLED|FAILED ]]
}

expect() { [ "$state" = "$1" ] || fail "the merge job is $state, not $1"; }

declare -A totals=([14]=365596 [15]=2279184 [16]=14772512)

# passes WHAT: the count last submitted ends with its total.
passes() {
  within 120 ended
  local total
  total=$(tail -n 1 "$work/$name.logs/merge.log" 2>/dev/null) || true
  expect COMPLETED
  [ "$total" = "${totals[$n]}" ] || fail "$1: '$total' in place of ${totals[$n]}"
  printf '%-60s n = %d: %s, %d s\n' "$1" "$n" "$total" $((SECONDS - began))
}

# one_works [NODE]: a shard of the count last submitted is being computed; its process is $worker.
one_works() {
  worker=$(processes --index "$work/$name" ${1:+"SLURMD_NODENAME=$1"} | head -n 1)
  [ -n "$worker" ]
}
# Both fail where the shard has ended just now.
kill_one() { one_works a && kill -9 "$worker" 2>/dev/null; }
# As --signal does two minutes before the time limit: the batch script is told.
time_out_one() { one_works b && kill -USR1 "$(parent "$worker" 2>/dev/null)" 2>/dev/null; }
# state_saved: the controller has written to its disk, a few seconds late, what was submitted last.
state_saved() { [ "$work/state/job_state" -nt "$work/$name.log" ]; }
# some_done: one shard is there, and not the last.
some_done() { compgen -G "$work/$name/*.shard" >/dev/null; }
# logged TEXT: the tasks say so.
logged() {
  grep -qs -- "$1" "$work/$name.logs"/shards-*.log ||
    fail "no task says '$1'"
}

configure
start controller
start a
start b
within 20 nodes_idle

count plain 15 8
passes "a task for each shard"

count many 16 64
grep -q '10 tasks of 7' "$work/many.log"
passes "more shards than MaxArraySize (64 of 10)"

# A slow kernel for the rest, so that a shard lasts about a second and can be met while it runs.
export QUEENS_KERNEL=scan

count stopped 14 10
within 20 kill_one
within 20 time_out_one
passes "a worker killed, another out of time"
logged 'ended with 137'
logged 'requeued: failed, restart 1'
logged 'requeued: out of time, restart 1'

count cancelled 14 4
within 20 one_works
sleep 0.7
scancel "$shards"
within 20 ended
expect CANCELLED
# It would write one by itself only after 30 seconds.
compgen -G "$work/$name/*.part" >/dev/null || fail "no checkpoint after SIGTERM"
count cancelled 14 4
passes "cancelled and submitted again"

count node 14 10
within 20 one_works b
script=$(parent "$worker") # the batch script; its parent is Slurm's own process for the job
kill -9 "$(parent "$script")" "$script" "$worker" || true
end b
passes "node killed"
start b
within 20 nodes_idle

export QUEENS_KERNEL=arrays # faster than scan, on a larger board
count controller 15 20
within 20 state_saved
within 20 some_done
end controller
sleep 2 # shards go on, and end, with nobody to report to
start controller
passes "controller killed and restarted"

program=/bin/false
count failing 14 3 --retries 1
within 120 ended
logged 'given up after 1 restarts'
expect CANCELLED
echo "a shard that always fails: given up, nothing merged"
