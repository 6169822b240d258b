# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Dry runs of training scripts of five frameworks, and described models of transformers, in an environment made from the package index: the examples of
docs/manual/dry-runs.md, and torchtitan's own trainer beside memory that was measured on GPUs and published.

    frameworks.py --programs BUILD/bin --folder WHERE [--site SITE-PACKAGES WITH TORCH] [--only NAME,NAME]

Without --site torch is installed as well. Exit status 77: the package index cannot be reached."""
import argparse
import json
import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "manual" / "dryrun"
TORCH = "torch==2.11.0"
# Versions that the examples were tried with.
PACKAGES = ["transformers==5.24.0", "accelerate==1.15.0", "datasets", "numpy", "setuptools", "deepspeed==0.19.8",
            "megatron-core==0.16.1", "torchdata", "tiktoken", "tyro", "tomli", "tensorboard", "blobfile", "einops", "regex",
            "packaging", "ninja"]
WITHOUT_DEPENDENCIES = ["torchtitan==0.1.0", "torchao==0.11.0"]
SKIPPED = 77

# torchtitan's published maxima of reserved memory in GiB: benchmarks/llama3_h100_202412_torchtitan.md (its loss was not
# compiled then) and benchmarks/llama3-8b_h200_202506_trainy-whitefiber.md, repository pytorch/torchtitan at b5bcd76c.
# Name, ranks, batch, tokens, options, published, loss compiled.
COMPILED = ["--training.compile"]
FLOAT8 = COMPILED + ["--model.converters", "float8", "--float8.enable_fsdp_float8_all_gather",
                     "--float8.precompute_float8_dynamic_scale_for_fsdp", "--float8.filter_fqns", "output"]
SELECTIVE = ["--activation_checkpoint.mode", "selective", "--activation_checkpoint.selective_ac_option", "op"]
FULL = ["--activation_checkpoint.mode", "full"]
TITAN = [
    ("8B, FSDP 8", "8B", 8, 2, 8192, SELECTIVE, 82.4, False),
    ("8B, FSDP 8, compiled", "8B", 8, 2, 8192, SELECTIVE + COMPILED, 77.0, False),
    ("8B, FSDP 8, compiled, float8", "8B", 8, 2, 8192, SELECTIVE + FLOAT8, 76.8, False),
    ("8B, FSDP 128", "8B", 128, 2, 8192, SELECTIVE, 67.0, False),
    ("8B, FSDP 128, compiled", "8B", 128, 2, 8192, SELECTIVE + COMPILED, 62.0, False),
    ("8B, FSDP 128, compiled, float8", "8B", 128, 2, 8192, SELECTIVE + FLOAT8, 61.8, False),
    ("8B, FSDP 32, compiled, float8 (H200)", "8B", 32, 2, 8192, SELECTIVE + FLOAT8, 47.96, True),
    ("8B, FSDP 64, compiled, float8 (H200)", "8B", 64, 2, 8192, SELECTIVE + FLOAT8, 46.97, True),
    ("8B, FSDP 8, 32,768 tokens, compiled, float8", "8B", 8, 1, 32768, FULL + FLOAT8, 83.9, False),
    ("8B, FSDP 4 x CP 2, 65,536 tokens, compiled, float8", "8B", 8, 1, 65536,
     FULL + FLOAT8 + ["--parallelism.context_parallel_degree", "2"], 84.2, False),
    ("8B, FSDP 2 x CP 4, 131,072 tokens, compiled, float8", "8B", 8, 1, 131072,
     FULL + FLOAT8 + ["--parallelism.context_parallel_degree", "4"], 84.0, False),
    ("8B, CP 8, 262,144 tokens, compiled, float8", "8B", 8, 1, 262144,
     FULL + FLOAT8 + ["--parallelism.context_parallel_degree", "8"], 84.5, False),
    ("70B, FSDP 32 x TP 8 (published: compiled, float8)", "70B", 256, 16, 8192,
     FULL + ["--parallelism.tensor_parallel_degree", "8"], 71.9, False),
]
MOST_ERROR = 0.015
MOST_ERROR_IN_CONTEXT = 0.06  # with context parallelism (docs/validation/dry-devices.md)

# Models that are described: their configs, and how transformers counts their parameters.
SMALL = {"hidden_size": 256, "intermediate_size": 704, "num_hidden_layers": 4, "num_attention_heads": 4, "num_key_value_heads": 2,
         "vocab_size": 4096, "max_position_embeddings": 1024, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2,
         "attention_types": [[["global", "local"], 2]]}  # of GPT-Neo alone
COUNT = """
import json, sys, torch, transformers
values = json.load(open(sys.argv[1]))
kind = getattr(transformers, values["architectures"][0])
with torch.device("meta"):
    print(kind(kind.config_class.from_dict(values)).num_parameters())
"""

# torchtitan compiles its loss since 2025; the runs of 2024 were made without.
EAGER_LOSS = """
import runpy, sys
import torchtitan.components.loss as loss
import torchtitan.models.llama3
import torchtitan.protocols.train_spec as specs
for spec in specs._train_specs.values():
    spec.build_loss_fn = lambda job_config: loss.cross_entropy_loss
sys.argv[0] = "torchtitan.train"
runpy.run_module("torchtitan.train", run_name="__main__")
"""


class Frameworks:
    def __init__(self, options):
        self.folder = pathlib.Path(options.folder).resolve()
        self.cli = pathlib.Path(options.programs).resolve() / "stagecraft-cli"
        self.python = self.folder / "environment" / "bin" / "python"
        self.failures = []

    def prepare(self, site):
        done = self.folder / "environment" / "done"
        if done.exists():
            return
        venv.create(self.folder / "environment", with_pip=True)
        if site:
            packages = subprocess.run([self.python, "-c", "import site; print(site.getsitepackages()[0])"],
                                      capture_output=True, text=True, check=True).stdout.strip()
            pathlib.Path(packages, "torch.pth").write_text(site + "\n")
        pip = [self.python, "-m", "pip", "install", "--quiet", "--retries", "1"]
        try:
            if not site:
                subprocess.run([*pip, TORCH], check=True)
            subprocess.run([*pip, *PACKAGES], check=True)
            subprocess.run([*pip, "--no-deps", *WITHOUT_DEPENDENCIES], check=True)
        except subprocess.CalledProcessError:
            print("skipped: the packages cannot be installed")
            sys.exit(SKIPPED)
        done.touch()

    def dryrun(self, device, words, options=()):
        result = subprocess.run([self.cli, "dryrun", "--json", "--device", device, *options, "--", *map(str, words)],
                                capture_output=True, text=True, cwd=self.folder)
        document = json.loads(result.stdout or "{}")
        if result.returncode != 0:
            return None, document.get("error", {}).get("message", result.stderr)
        return document["ranks"], ""

    def check(self, name, holds, text):
        print(f"{'ok  ' if holds else 'FAIL'} {name}: {text}", flush=True)
        if not holds:
            self.failures.append(name)

    # Every example takes its steps, and has at least the bytes that follow from its number of parameters.
    def example(self, name, device, words, least_bytes, options=()):
        ranks, trouble = self.dryrun(device, words, options)
        if ranks is None:
            return self.check(name, False, trouble)
        for rank in ranks:
            parts = {part["category"]: part["bytes"] for part in rank["peak"]["parts"]}
            state = sum(parts.get(c, 0) for c in ("parameters", "gradients", "optimizer", "communication"))
            holds = (rank["ended"]["how"] == "steps" and rank["steps"] == 3 and state >= least_bytes
                     and sum(parts.values()) == rank["peak_allocated_bytes"]
                     and rank["peak_reserved_bytes"] >= rank["peak_allocated_bytes"])
            self.check(name, holds, f"rank {rank['rank']}: {rank['peak_allocated_bytes'] / 2**30:.3f} GiB allocated, "
                                    f"{rank['peak_reserved_bytes'] / 2**30:.3f} GiB reserved")

    def examples(self):
        blocks = 8 * (8 * 1024**2 + 5 * 1024 + 2 * 1024) + 2 * 32000 * 1024
        self.example("plain PyTorch", "H100-80GB", [self.python, EXAMPLES / "plain.py"], 12 * blocks)
        torchrun = [self.python, "-m", "torch.distributed.run", "--nproc-per-node", "8"]
        llama = 8 * (4 * 2048**2 + 3 * 2048 * 5504) + 2 * 32000 * 2048
        self.example("Trainer, FSDP2", "H100-80GB", [*torchrun, EXAMPLES / "hf_trainer.py"], 12 * llama // 8)
        self.example("Trainer, accelerate launch", "H100-80GB", [self.python, "-m", "accelerate.commands.launch", "--multi_gpu",
                                                                 "--num_processes", "8", EXAMPLES / "hf_trainer.py"],
                     12 * llama // 8)
        wide = 8 * 8 * 2048**2 + 2 * 32000 * 2048
        for stage, least in ((1, 2 * wide + 12 * wide // 8), (2, 2 * wide + 12 * wide // 8), (3, 14 * wide // 8)):
            self.example(f"DeepSpeed ZeRO {stage}", "A100-80GB", [*torchrun, EXAMPLES / "deepspeed_zero.py", stage], least)
        self.example("DeepSpeed's launcher", "A100-80GB", [self.python, "-m", "deepspeed.launcher.runner", "--num_gpus", "8",
                                                           "--no_local_rank",
                                                           EXAMPLES / "deepspeed_zero.py", 3], 14 * wide // 8)
        part = 4 * 12 * 2048**2 // 2
        self.example("Megatron-Core", "A100-80GB", [*torchrun, EXAMPLES / "megatron_core.py"], (2 + 4 + 12 // 2) * part)

    # A described model has transformers' parameters, and all its layers can be measured.
    def describe(self):
        for kind, name in (("Olmo3ForCausalLM", "olmo3"), ("GraniteMoeForCausalLM", "granitemoe"), ("Lfm2ForCausalLM", "lfm2"),
                           ("GPTBigCodeForCausalLM", "gpt_bigcode"), ("GPTNeoForCausalLM", "gpt_neo"),
                           ("RobertaForMaskedLM", "roberta"), ("Dinov2ForImageClassification", "dinov2")):
            config = self.folder / f"{name}.json"
            config.write_text(json.dumps({"architectures": [kind], "model_type": name, **SMALL}))
            file = self.folder / f"{name}.pt"
            described = self.cli_json("describe", config, "-o", file, "--python", self.python, "--sequence", "128", "--yes")
            if "error" in described:
                self.check(f"describe {name}", False, described["error"]["message"])
                continue
            counted = subprocess.run([self.python, "-c", COUNT, config], capture_output=True, text=True).stdout.strip()
            profiled = self.cli_json("profile", file, "--trust", "--device", "dry:H100-80GB", "--workspace",
                                     self.folder / f"{name}.stagecraft")
            self.check(f"describe {name}", str(described["chain"]["parameters"]) == counted and "error" not in profiled,
                       f"{described['chain']['parameters']} parameters, transformers' {counted}; "
                       f"{profiled.get('error', {}).get('message', 'profiled')}")

    def cli_json(self, *words):
        result = subprocess.run([self.cli, *map(str, words), "--json"], capture_output=True, text=True, cwd=self.folder)
        return json.loads(result.stdout or json.dumps({"error": {"message": result.stderr}}))

    def torchtitan(self):
        data = self.folder / "torchtitan"
        subprocess.run([self.python, EXAMPLES / "torchtitan_data.py", data], check=True)
        eager = data / "eager_loss.py"
        eager.write_text(EAGER_LOSS)
        for name, flavor, world, batch, tokens, options, published, loss_compiled in TITAN:
            words = [self.python, *(["-m", "torchtitan.train"] if loss_compiled or "--training.compile" not in options
                                    else [eager]),
                     "--model.name", "llama3", "--model.flavor", flavor, "--model.tokenizer_path", data / "tokenizer.model",
                     "--training.dataset", "c4_test", "--training.dataset_path", data / "data",
                     "--training.local_batch_size", batch, "--training.seq_len", tokens, *options]
            ranks, trouble = self.dryrun("H200", words, ["--world", str(world), "--ranks", "first", "--steps", "2"])
            if ranks is None:
                self.check(f"torchtitan {name}", False, trouble)
                continue
            reserved = ranks[0]["peak_reserved_bytes"] / 2**30
            error = reserved / published - 1
            most = MOST_ERROR_IN_CONTEXT if "--parallelism.context_parallel_degree" in options else MOST_ERROR
            self.check(f"torchtitan {name}", abs(error) <= most,
                       f"{reserved:.2f} GiB reserved, published {published} ({100 * error:+.1f} %)")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--site", default="")
    parser.add_argument("--only", default="examples,describe,torchtitan")
    options = parser.parse_args()
    frameworks = Frameworks(options)
    frameworks.folder.mkdir(parents=True, exist_ok=True)
    site = pathlib.Path(options.site).resolve() if options.site else None
    frameworks.prepare(str(site) if site and (site / "torch" / "__init__.py").exists() else "")
    for part in options.only.split(","):
        {"examples": frameworks.examples, "describe": frameworks.describe, "torchtitan": frameworks.torchtitan}[part]()
    print(f"{len(frameworks.failures)} failed")
    sys.exit(1 if frameworks.failures else 0)


if __name__ == "__main__":
    main()
