"""The secret of the agent."""

import os
import re
import stat
import sys

from .constants import USAGE
from .messages import AgentError, log


def read_secret(options):
    from_env = os.environ.pop("AGENT_SECRET", "")
    if options.agent_secret:
        log("Warning: other users of this machine can see the value of --agent-secret. Set AGENT_SECRET or use "
            "--agent-secret-file instead.")
        secret = options.agent_secret
    elif options.agent_secret_file == "-":
        secret = sys.stdin.readline(4096)
    elif options.agent_secret_file:
        secret = read_secret_file(options.agent_secret_file)
    else:
        secret = from_env
    secret = secret.strip()
    if not re.match(r"^[!-~]+$", secret):
        raise AgentError("an agent secret is required: create one on the Download Agents page and set AGENT_SECRET, or use "
                         "--no-upload", USAGE)
    return secret


def read_secret_file(name):
    try:
        with open(name, encoding="utf-8") as file:
            if os.name == "posix" and stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
                raise AgentError("other users can access %s; run: chmod 600 %s" % (name, name), USAGE)
            return file.read(4096)
    except (OSError, UnicodeError) as error:
        raise AgentError("failed to read --agent-secret-file: %s" % error, USAGE)
