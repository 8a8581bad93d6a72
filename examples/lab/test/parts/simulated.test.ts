import { simulateDatabase } from '../../src/parts/simulated/database.ts'
import { simulateStore } from '../../src/parts/simulated/store.ts'
import { describeLabDatabase } from '../support/lab-database-contract.ts'
import { describeLabStore } from '../support/lab-store-contract.ts'

describeLabDatabase('a simulated database', simulateDatabase)
describeLabStore('a simulated store', simulateStore)
