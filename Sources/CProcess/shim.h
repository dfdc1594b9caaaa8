// What Swift cannot call of the system: functions with a variable number of arguments, and macros that make structures.
#ifndef RECEIPT_CPROCESS_SHIM_H
#define RECEIPT_CPROCESS_SHIM_H

#include <errno.h>
#include <signal.h>
#include <spawn.h>

extern char **environ;

/*
 * Starts a shell with a command whose standard input is `input`. Signals that this process ignores or handles are as
 * usual there. Returns the process, or -1 and errno.
 */
static inline pid_t cprocess_start_shell(const char *command, int input) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t process = -1;
  int fault = posix_spawn_file_actions_init(&actions);
  if (fault == 0) {
    fault = posix_spawnattr_init(&attributes);
    if (fault == 0) {
      sigset_t usual;
      sigemptyset(&usual);
      sigaddset(&usual, SIGPIPE);
      sigaddset(&usual, SIGXFSZ);
      fault = posix_spawn_file_actions_adddup2(&actions, input, 0);
      if (fault == 0) fault = posix_spawnattr_setsigdefault(&attributes, &usual);
      if (fault == 0) fault = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
      if (fault == 0) {
        char shell[] = "sh", option[] = "-c";
        char *const arguments[] = {shell, option, (char *)command, NULL};
        fault = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environ);
      }
      posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  if (fault == 0) return process;
  errno = fault;
  return -1;
}

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* No core, and no other process of the same user reads the memory. */
static inline int cprocess_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L); }
/* The name that ps and pgrep know: at most 15 characters. */
static inline void cprocess_set_name(const char *name) { prctl(PR_SET_NAME, name, 0L, 0L, 0L); }

#if defined(__x86_64__)
#define CPROCESS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define CPROCESS_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/*
 * From now on every system call that makes a connection, sends to an address or takes a connection fails with EPERM,
 * and so do those with which other processes' sockets could be used: in this process, its threads to come and
 * everything it starts. What is open stays usable with read and write. Other architectures' system calls have other
 * numbers: their use ends the process. Returns whether the kernel took the filter.
 */
static inline int cprocess_deny_network(void) {
#ifdef CPROCESS_ARCHITECTURE
#define CPROCESS_DENY(number)                                        \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1),               \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA))
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CPROCESS_ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
      /* The x32 forms of the same calls. */
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
#endif
      CPROCESS_DENY(SYS_socket),
      CPROCESS_DENY(SYS_connect),
      /* With MSG_FASTOPEN sendto connects; the others send to an address, or take connections. */
      CPROCESS_DENY(SYS_sendto),
      CPROCESS_DENY(SYS_sendmsg),
      CPROCESS_DENY(SYS_sendmmsg),
      CPROCESS_DENY(SYS_bind),
      CPROCESS_DENY(SYS_listen),
      CPROCESS_DENY(SYS_accept),
      CPROCESS_DENY(SYS_accept4),
      /* It makes sockets past the filter. */
      CPROCESS_DENY(SYS_io_uring_setup),
      /* These act in other processes, or take their sockets. */
      CPROCESS_DENY(SYS_ptrace),
      CPROCESS_DENY(SYS_process_vm_writev),
#ifdef SYS_pidfd_getfd
      CPROCESS_DENY(SYS_pidfd_getfd),
#endif
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
#undef CPROCESS_DENY
  struct sock_fprog filter = {sizeof program / sizeof program[0], program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) != 0) return 0;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
#else
  return 0;
#endif
}
#else
static inline int cprocess_forbid_dumps(void) { return 0; }
static inline void cprocess_set_name(const char *name) { (void)name; }
static inline int cprocess_deny_network(void) { return 0; }
#endif

#endif
