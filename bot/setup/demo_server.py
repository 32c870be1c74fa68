"""The demonstration model's own process: llama.cpp's OpenAI server on loopback, started by ``demo.py`` as a file.

It needs nothing of Omoide, so it is up in a second. The first line of its input is a JSON object (``model``: a path,
``name``, ``key``, ``context``, ``threads``); once the model answers, it prints one with ``url``. It ends when its input
does, which is when whoever started it ends, however that happens. What llama.cpp says goes to the error stream.
"""

import ctypes
import importlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

_PR_SET_PDEATHSIG = 1

# What SmolLM2 does best with: it repeats itself without a penalty, and wanders when it is warmer than this.
_TEMPERATURE = 0.5
_MIN_P = 0.1
_REPEAT_PENALTY = 1.1

# A model this small drowns in a long head and reads it at 100 tokens a second, so of what stands before the
# conversation it sees the beginning: its instruction and who it is. What people and characters say is whole, except
# that Chinese before a person's own words is left out: it cannot read it, and would answer in signs without sense.
_TEMPLATE = (
    "{% for message in messages %}{% if message['role'] == 'user' or '。' not in message['content'] %}"
    "{% if message['role'] != 'system' %}"
    "<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n"
    "{% elif loop.index0 < 2 %}"
    "<|im_start|>system\n{{ message['content'][:400] }}<|im_end|>\n"
    "{% endif %}"
    "{% elif loop.first %}"
    "<|im_start|>system\nYou are a friendly character in a story. Always answer in English.<|im_end|>\n"
    "{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
# Left alone it goes on for pages, or slips into lists of dates: up to four sentences of Latin letters.
_ENGLISH = r"""
root ::= sentence (" " sentence){0,3}
sentence ::= [\x22-\x2D/->@-~‘’“–—é] [ \x22-\x2D/->@-~‘’“”–—…é]* [.!?]+ ["”*]?
"""
_ERRORS_ONLY = 1  # more would write what people say into the log


def main() -> None:
    """Serve until the input ends."""
    _end_with_parent()
    plan = json.loads(sys.stdin.buffer.readline() or b"{}")
    if not plan:
        return
    # Two descriptors, so that nothing the library prints mixes with the one line that is read.
    answer = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    server = _serve(plan)
    json.dump({"url": f"{server.listening_address}/v1"}, answer)
    answer.write("\n")
    answer.flush()
    sys.stdin.buffer.read()
    os._exit(0)  # the library's own threads would hold a normal exit back


def _end_with_parent() -> None:
    """The end of input is enough once the model is there; loading holds Python's lock, so the kernel watches too."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _serve(plan: dict[str, Any]) -> Any:
    if not Path(plan["model"]).is_file():
        raise FileNotFoundError(plan["model"])
    library = importlib.import_module("xllamacpp")  # installed on demand, so no checker finds it
    params = library.CommonParams()
    params.model.path = plan["model"]
    params.model_alias = {plan["name"]}
    params.chat_template = _TEMPLATE
    params.port = 0
    params.api_keys = [plan["key"]]
    params.n_ctx = plan["context"]
    params.n_parallel = 1
    params.cache_ram_mib = 64
    params.ui = False
    params.offline = True
    params.warmup = False
    params.verbosity = _ERRORS_ONLY
    # One core stays free while text is written. A prompt is read by all of them: a person waits for its end.
    params.cpuparams.n_threads = max(1, plan["threads"] - 1)
    params.cpuparams_batch.n_threads = plan["threads"]
    params.cpuparams.poll = params.cpuparams_batch.poll = 0
    params.sampling.temp = _TEMPERATURE
    params.sampling.min_p = _MIN_P
    params.sampling.penalty_repeat = _REPEAT_PENALTY
    params.sampling.grammar = library.CommonGrammar(library.common_grammar_type.COMMON_GRAMMAR_TYPE_USER, _ENGLISH)
    return library.Server(params)


if __name__ == "__main__":
    main()
