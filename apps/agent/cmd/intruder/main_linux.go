// Command intruder stands in for native code that has taken over an image reader. Started in the reader's place, it tries to
// reach the targets on its standard input, and prints what came of each attempt as JSON: "ok" or the error. Used by tests only;
// never shipped.
package main

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

type targets struct {
	Files   []string // to read
	Folders []string // to list and to write to
	Process int      // to look into
	TCP     []string
	UDP     []string
	Unix    []string
}

const connectTime = 2 * time.Second

func main() {
	var wanted targets
	if err := json.NewDecoder(os.Stdin).Decode(&wanted); err != nil {
		panic(err)
	}
	outcomes := map[string]string{}
	try := func(attempt string, err error) {
		outcomes[attempt] = "ok"
		if err != nil {
			outcomes[attempt] = err.Error()
		}
	}
	process := filepath.Join("/proc", strconv.Itoa(wanted.Process))
	for _, path := range append(wanted.Files, filepath.Join(process, "environ"), filepath.Join(process, "maps")) {
		_, err := os.ReadFile(path)
		try("read "+path, err)
	}
	for _, folder := range wanted.Folders {
		_, err := os.ReadDir(folder)
		try("list "+folder, err)
		file := filepath.Join(folder, "intruder.txt")
		err = os.WriteFile(file, []byte("here"), 0o600)
		try("write to "+folder, err)
		_ = os.Remove(file)
	}
	for network, addresses := range map[string][]string{"tcp": wanted.TCP, "udp": wanted.UDP, "unix": wanted.Unix} {
		for _, address := range addresses {
			try(network+" "+address, reach(network, address))
		}
	}
	try("trace the process", trace(wanted.Process))
	try("signal the process", syscall.Kill(wanted.Process, 0))
	try("run a shell", run(exec.Command("/bin/sh", "-c", "exit 0")))
	try("become root in a user namespace", becomeRoot())
	try("change the root directory", syscall.Chroot("/"))
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		panic(err)
	}
}

func reach(network, address string) error {
	connection, err := net.DialTimeout(network, address, connectTime)
	if err != nil {
		return err
	}
	defer connection.Close()
	_, err = connection.Write([]byte("here"))
	return err
}

func trace(process int) error {
	// A thread that traces must stay the same.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := syscall.PtraceAttach(process); err != nil {
		return err
	}
	if _, err := syscall.Wait4(process, nil, syscall.WALL, nil); err != nil {
		return err
	}
	return syscall.PtraceDetach(process)
}

// becomeRoot starts this program in a new user namespace, where it would have all privileges. It fails to read its targets there;
// that it starts is enough.
func becomeRoot() error {
	command := exec.Command(os.Args[0])
	command.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
	}
	var exited *exec.ExitError
	if err := run(command); err != nil && !errors.As(err, &exited) {
		return err
	}
	return nil
}

// run needs no /dev/null for the program's output.
func run(command *exec.Cmd) error {
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stderr, os.Stderr
	return command.Run()
}
