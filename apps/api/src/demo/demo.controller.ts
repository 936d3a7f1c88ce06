import { routes } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { found } from '../http/problem.js';
import { Serve, type ReplyOf } from '../http/serve.js';
import { SETTINGS, type Services } from '../services.js';

@Controller()
export class DemoController {
  constructor(@Inject(SETTINGS) private readonly settings: Services['settings']) {}

  /** Outside the demo there is no such thing. */
  @Serve(routes.demo)
  async signIns(): Promise<ReplyOf<typeof routes.demo>> {
    return found(this.settings.demo);
  }
}
