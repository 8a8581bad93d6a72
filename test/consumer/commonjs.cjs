const exercise = require('./exercise.cjs')

exercise({
  apollo: require('@larder/apollo'),
  core: require('@larder/core'),
  keyv: require('@larder/keyv'),
  redis: require('@larder/redis'),
  testing: require('@larder/core/testing'),
})
