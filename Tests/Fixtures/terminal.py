"""Runs a program on a terminal of its own and plays a scene there.

    terminal.py [--show-output] PROGRAM ARGUMENTS...   with the scene on standard input, a JSON object of its environment, the size of the
terminal in rows and columns, and its steps, a list of

    ["await", text]     until the terminal shows it
    ["type", text]      as keys, as fast as the terminal takes them
    ["paste", text]     the same between the marks of a bracketed paste
    ["pause", seconds]  nothing
    ["kill", name]      a signal
    ["stopped"]         until the program is stopped; notes the modes of the terminal
    ["continue"]        as a shell's fg does
    ["modes"]           notes the modes of the terminal
    ["running"]         notes whether the program still runs, after a moment

Standard input and standard error are the terminal, standard output is a pipe; with --show-output it is the terminal, too. Prints a
JSON object: how it ended, what it wrote, what was shown, and the modes before, afterwards and where they were noted.
"""

import fcntl, json, os, pty, select, signal, struct, sys, termios, threading, time

shows_output = sys.argv[1] == "--show-output"
scene, program = json.load(sys.stdin), sys.argv[1 + shows_output :]
# This end stays open here: without it the state of the terminal is gone with the program.
terminal, held = pty.openpty()
fcntl.ioctl(held, termios.TIOCSWINSZ, struct.pack("HHHH", *scene["size"], 0, 0))
reading, writing = os.pipe()
modes = lambda: repr(termios.tcgetattr(held))
result = {"before": modes(), "noted": []}
pid = os.fork()
if pid == 0:
    # As a shell starts a job, whatever the test runner ignores or blocks.
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        try:
            signal.signal(number, signal.SIG_DFL)
        except OSError:
            pass
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.setsid()
    fcntl.ioctl(held, termios.TIOCSCTTY, 0)
    os.dup2(held, 0), os.dup2(held if shows_output else writing, 1), os.dup2(held, 2)
    os.closerange(3, 64)
    # A session leader's own group is never stopped by a key: the program is a job of its own, as a shell makes them.
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        os.tcsetpgrp(0, os.getpgrp())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.execve(program[0], program, {"TERM": "xterm"} | scene["environment"])
    os.close(1)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    while True:
        _, status = os.waitpid(child, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            break
        # The shell takes the terminal back, and is stopped itself as a sign; continued, it brings the job to the foreground.
        os.tcsetpgrp(0, os.getpgrp())
        os.kill(os.getpid(), signal.SIGSTOP)
        os.tcsetpgrp(0, child)
        os.killpg(child, signal.SIGCONT)
    os.tcsetpgrp(0, os.getpgrp())
    if os.WIFSIGNALED(status):
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.WEXITSTATUS(status))
os.close(writing)
shown, written, status = b"", b"", None
sources = [terminal, reading]


def look(seconds):
    """Takes in what was shown and written."""
    global shown, written
    end = time.time() + seconds
    while True:
        ready, _, _ = select.select(sources, [], [], max(0, end - time.time()))
        if not ready:
            return
        if terminal in ready:
            shown += os.read(terminal, 65536)
        if reading in ready:
            more = os.read(reading, 65536)
            written += more
            # At its end it is always ready.
            if not more:
                sources.remove(reading)


def send(data):
    # A thread: the terminal takes no more than is read from it.
    thread = threading.Thread(target=lambda: [os.write(terminal, data[i : i + 1024]) for i in range(0, len(data), 1024)], daemon=True)
    thread.start()
    while thread.is_alive() and time.time() < deadline and ended() is None:
        look(0.01)


def ended(flags=os.WNOHANG):
    global status
    if status is None:
        found, value = os.waitpid(pid, flags)
        if found and not os.WIFSTOPPED(value):
            status = os.waitstatus_to_exitcode(value)
        elif found:
            return "stopped"
    return status


def job():
    return int(open(f"/proc/{pid}/task/{pid}/children").read().split()[0])


deadline = time.time() + float(os.environ.get("TERMINAL_SECONDS", "60"))
seen = 0
for step, *rest in scene["steps"]:
    if step == "await":
        while rest[0].encode() not in shown[seen:] and time.time() < deadline and ended() is None:
            look(0.02)
        seen = len(shown)
    elif step == "type":
        send(rest[0].encode("latin-1"))
    elif step == "paste":
        send(b"\x1b[200~" + rest[0].encode("latin-1") + b"\x1b[201~")
    elif step == "pause":
        look(rest[0])
    elif step == "kill":
        os.kill(job(), getattr(signal, "SIG" + rest[0]))
    elif step == "stopped":
        while ended(os.WNOHANG | os.WUNTRACED) is None and time.time() < deadline:
            look(0.02)
        result["noted"].append(modes())
    elif step == "continue":
        os.kill(pid, signal.SIGCONT)
    elif step == "running":
        look(0.5)
        result["noted"].append("running" if ended() is None else "ended")
    elif step == "modes":
        look(0.1)
        result["noted"].append(modes())
while ended() is None and time.time() < deadline:
    look(0.02)
look(0.1)
result |= {"status": status, "after": modes(), "shown": shown.decode("latin-1"), "stdout": written.decode("utf-8", "replace")}
if status is None:
    os.kill(pid, signal.SIGCONT)
    os.kill(job(), signal.SIGKILL)
print(json.dumps(result))
