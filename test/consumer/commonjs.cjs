const exercise = require('./exercise.cjs')

exercise({
  apollo: require('@larder/apollo'),
  core: require('@larder/core'),
  redis: require('@larder/redis'),
  testing: require('@larder/core/testing'),
})
