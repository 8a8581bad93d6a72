const exercise = require('./exercise.cjs')

test('the packages work in a CommonJS Jest', () =>
  exercise({
    apollo: require('@larder/apollo'),
    core: require('@larder/core'),
    keyv: require('@larder/keyv'),
    opentelemetry: require('@larder/opentelemetry'),
    redis: require('@larder/redis'),
    testing: require('@larder/core/testing'),
  }))
