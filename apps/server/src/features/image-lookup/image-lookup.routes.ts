import * as contract from '@warranty/contracts/image-lookup';
import { endingContextOf } from '../../lookups/vendors/lookup-context.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { ImageLookupService } from './image-lookup.service.ts';

export function imageLookupRoutes(service: ImageLookupService): Route[] {
  return [
    route(contract.extractLabel, ({ file, ...call }) => service.extract(file, endingContextOf(call))),
    route(contract.lookupLabelWarranty, ({ query, body, file, ...call }) =>
      service.lookUp(body ?? query, file, endingContextOf(call)),
    ),
  ];
}
