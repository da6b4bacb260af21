# Read by the scripts, with their arguments: --help shows the comment that they begin with.
#   no_options "$@"       none of these words is an option
#   wrong_usage MESSAGE   says so, shows the comment and ends

usage() { sed -n '2,${/^#/!q;s/^# \{0,1\}//p}' "$0"; }
wrong_usage() {
  {
    echo "${0##*/}: $1"
    usage
  } >&2
  exit 2
}
no_options() {
  local word
  for word; do case $word in -*) wrong_usage "there is no option $word" ;; esac done
}
case "${1:-}" in
  -h | --help)
    usage
    exit 0
    ;;
esac
