# What this machine says about itself.

function Remove-Placeholder([string]$Text) {
    $trimmed = ([string]$Text).Trim()
    $placeholder = '^(to be filled.*|default( string)?|none|n/?a|not (applicable|available|specified)|unknown|oem|system .*|[-0x.* ]*|f+|0?123456789.*)$'
    if ($trimmed -match $placeholder) { '' } else { $trimmed }
}

function Get-LocalIdentity {
    $identity = @{}
    try {
        $product = Get-CimInstance Win32_ComputerSystemProduct
        $bios = Get-CimInstance Win32_BIOS
    } catch {
        return $identity
    }
    $identity.manufacturer = Remove-Placeholder $product.Vendor
    $identity.model = Remove-Placeholder $product.Name
    $identity.uuid = (Remove-Placeholder $product.UUID).ToLowerInvariant()
    if (($identity.manufacturer + ' ' + $identity.model) -notmatch 'vmware|virtual|qemu|kvm|xen|parallels|amazon ec2|google compute') {
        $identity.serial = Remove-Placeholder $bios.SerialNumber
        if ($identity.serial) { $identity.serial_source = 'cim' }
    }
    $identity
}
