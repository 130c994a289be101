package identify

// Local returns the identity of this machine.
func Local() Identity {
	return parseIoreg(string(commandOutput("/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice")))
}
