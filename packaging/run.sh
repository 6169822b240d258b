#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END'
packaging/run.sh [--yes] [--explore-only] [--no-window] [--device cpu|cuda:N] [--no-packages]
Installs what is missing, builds Stagecraft, profiles GPT-2 small on this machine, searches the plans for four devices, and
opens the explorer on the result. Without a display it prints the plans. Results lie in build/example. Safe to run again.
  --yes           do not ask before large downloads
  --explore-only  no profiler, no libtorch: explore the profile that comes along
  --no-window     print the plans, even where there is a display
  --device D      what to profile on; otherwise the first GPU, or the CPU where there is none
  --no-packages   leave the machine's packages alone
END
}

setup_options=() explore_only=no window=yes device=""

parse_options() {
    while (($#)); do
        case $1 in
        --yes | --no-packages) setup_options+=("$1") ;;
        --explore-only)
            setup_options+=("$1")
            explore_only=yes
            ;;
        --no-window) window=no ;;
        --device)
            device=${2:-}
            [[ $device =~ ^(cpu|cuda:[0-9]+)$ ]] || fail "--device wants cpu or cuda:N, not '$device'."
            shift
            ;;
        --help | -h)
            usage
            exit 0
            ;;
        *)
            usage >&2
            exit 2
            ;;
        esac
        shift
    done
    if [ $explore_only = yes ] && [ -n "$device" ]; then
        fail "--explore-only profiles nothing, so there is no use for --device $device; give one of the two."
    fi
    [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || window=no
}

# Prints four of GPU $1 as --cluster takes them: by their name in the catalogue, else a file that says what is known of them.
gpu_cluster() {
    local row name memory
    row=$(nvidia-smi -i "$1" --query-gpu=name,memory.total --format=csv,noheader,nounits) \
        || fail "nvidia-smi knows no GPU $1. --device cpu profiles on the CPU."
    IFS=', ' read -r memory <<<"${row##*,}"
    name=${row%,*}
    if "$programs/stagecraft-cli" hardware show "$name" >/dev/null 2>&1; then
        echo "4x$name"
    else
        unknown_gpu_cluster "$name" "$memory" >"$example/cluster.json"
        echo "$example/cluster.json"
    fi
}

# A cluster file for GPUs that are not in the catalogue: name $1, $2 MiB of memory; no rates, links as PCIe 4.0 has them.
unknown_gpu_cluster() {
    local name=${1//[^A-Za-z0-9 ._-]/} link
    link='{"bandwidth_bytes_per_second": 25e9, "latency_seconds": 1e-5, "source": "assumed: PCIe 4.0 x16"}'
    cat <<END
{"format": "stagecraft-cluster", "version": 1, "name": "4 x $name", "groups": [{
  "device": {"name": "$name", "kind": "cuda",
    "memory_bytes": {"value": $(($2 * 1048576)), "source": "nvidia-smi", "date": "$(date -u +%F)"},
    "context_bytes": {"value": 629145600, "source": "assumed", "date": "$(date -u +%F)"}},
  "nodes": 1, "devices_per_node": 4, "intra_node": $link, "network": $link, "price_usd_per_node_hour": null}]}
END
}

# Sets `device` and `cluster`: four devices of the kind that is profiled.
choose_device() {
    if [ -z "$device" ]; then
        device=cpu
        if nvidia-smi >/dev/null 2>&1 && grep -q CUDAToolkit_ROOT "$stagecraft_build/libtorch.cmake"; then
            device=cuda:0
        fi
    fi
    cluster=4xcpu:8GiB
    if [ "$device" != cpu ]; then
        cluster=$(gpu_cluster "${device#cuda:}")
    fi
}

profile_example() {
    say "Profiling GPT-2 small on $device (only what was not measured before)"
    "$programs/stagecraft-cli" profile "$model" --workspace "$workspace" --device "$device" --micro-batch 1,2 "${workload[@]}" \
        || fail "The profile did not finish; the line above says why. What was measured is kept: run this again to go on." \
            "--device cpu profiles on the CPU, --explore-only needs no profile."
}

plan_example() {
    say "Searching the plans for $cluster"
    "$programs/stagecraft-cli" plan "$model" --workspace "$workspace" --cluster "$cluster" --global-batch 16 "${workload[@]}" \
        -o "$example/plan.json" || fail "The search did not give a plan; the line above says why."
    "$programs/stagecraft-cli" export "$example/plan.json" --format yaml -o "$example/plan.yaml"
    printf '\nWritten: %s and plan.yaml; the workspace is %s\n' "$example/plan.json" "$workspace"
}

open_window() {
    say "Opening the explorer"
    "$programs/stagecraft" "$workspace" \
        || fail "The window closed with an error; the lines above say why. --no-window prints the plans instead."
}

main() {
    local preset=release
    parse_options "$@"
    "$stagecraft_root/packaging/setup.sh" ${setup_options[@]+"${setup_options[@]}"}
    [ $explore_only = no ] || preset=explore
    configure_and_build $preset

    programs=$stagecraft_build/$preset/bin
    example=$stagecraft_build/example
    model=$stagecraft_root/resources/models/gpt2.json
    workload=(--sequence 512 --precision fp32 --optimizer adamw)
    if [ $explore_only = yes ]; then
        example=$stagecraft_build/example/shipped
        cluster=4xcpu:8GiB
    fi
    mkdir -p "$example"
    [ $explore_only = yes ] || choose_device
    workspace=$example/gpt2-small.stagecraft
    if [ $explore_only = yes ]; then
        # A copy: an explorer writes into its workspace, and the shipped file is part of the sources.
        [ -e "$workspace" ] || cp "$stagecraft_root/resources/workspaces/gpt2-small.stagecraft" "$workspace"
    else
        profile_example
    fi
    plan_example
    [ $window = no ] || open_window
}

main "$@"
