export const HELP = `Usage: larder <command> [options]

Looks into a Larder cache on Redis. Only flush-loader writes.

Commands
  peek NAMESPACE LOADER ID          what lies under an ID: state, age, version, stamp, size
      --scope JSON                  the scope, for a loader that has one: --scope '"ann"', --scope '{"tenant":7}'
      --version N                   the version to look for; default: the newest from 64 down to 1
      --value                       shows the value, too
  hot NAMESPACE                     the keys that its processes have remembered as read most often
  flush-loader NAMESPACE LOADER     invalidates all that the store holds of a loader, in all scopes and versions
      --yes                         without asking

Options of all commands
  --url URL                         redis:// or rediss://; default: REDIS_URL, or redis://localhost:6379
  --cluster                         the URL is that of a node of a Redis Cluster
  --json                            prints JSON
  --help

Exits with 0; with 1 where Redis fails; with 2 where the command line is wrong, or nobody has agreed; peek with 3 where
nothing that can be served lies there.`
