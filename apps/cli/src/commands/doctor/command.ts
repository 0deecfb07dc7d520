import { defineCommand } from '../../define-command.ts'
import { jsonFlag } from '../common-args.ts'

export const doctorCommand = defineCommand({
  name: 'doctor',
  description: 'check the installation and say how to fix problems',
  args: { json: jsonFlag },
  examples: ['doctor', 'doctor --json'],
  run: async (options, io) => (await import('./doctor.ts')).doctor(options, io),
})
