# For scripts that make Debian roots: the package mirror that this machine uses.
mirror() {
  local found
  found=$( (cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true) |
    awk '!found && $1 == "URIs:" {print $2; found = 1}
      !found && $1 == "deb" {for (n = 2; n <= NF; n++) if (!found && $n ~ /:\/\//) {print $n; found = 1}}')
  echo "${found:-http://deb.debian.org/debian}"
}
