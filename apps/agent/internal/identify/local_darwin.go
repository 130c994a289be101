package identify

// Local is this machine.
func Local() Identity {
	return parseIoreg(string(output("/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice")))
}
