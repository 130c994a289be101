# What the user types and reads.

function Write-Log([string]$Text) {
    [Console]::Error.WriteLine($Text)
}

function Stop-Agent([string]$Text, [int]$Code) {
    Write-Log $Text
    exit $Code
}

# PowerShell passes values that contain commas as lists. This joins them again.
function Read-Options([object[]]$Arguments) {
    $options = @{ switches = @{}; values = @{} }
    $switches = @('--save-local', '--no-upload', '--dry-run', '--help', '--version')
    $values = @('--server', '--agent-secret', '--agent-secret-file', '--agent-id', '--subnet', '--exclude', '--ports', '--rate', '--spool')
    $index = 0
    while ($index -lt $Arguments.Count) {
        $name = '--' + ([string]$Arguments[$index]).TrimStart('-').ToLowerInvariant()
        if ($switches -contains $name) {
            $options.switches[$name] = $true
        } elseif (($values -contains $name) -and ($index + 1 -lt $Arguments.Count)) {
            $index = $index + 1
            $options.values[$name] = (@($Arguments[$index]) -join ',')
        } else {
            Stop-Agent ("'" + $Arguments[$index] + "' is not an option or its value is missing; run with --help to list the options") 2
        }
        $index = $index + 1
    }
    $options
}
