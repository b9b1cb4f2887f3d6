import { NO_CHECK_TEXTS, type OrderInput } from '@checkwell/domain/check/rules';
import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../../lib/browser/use-debounced.ts';
import type { OrderForecastQuery } from '../order.gql.ts';
import { forecastQuery } from '../order.queries.ts';

export type OrderForecast = OrderForecastQuery['orderForecast'];

/** What is known of an order before it is sent. `none`: too little is filled in to say anything. */
export type Forecast =
  | { readonly state: 'none' | 'loading' }
  | { readonly state: 'failed'; readonly retry: () => void; readonly retrying: boolean }
  | { readonly state: 'ready'; readonly forecast: OrderForecast };

/**
 * The forecast of the order on the screen, asked again after the debounce delay. An answer to what was there before is not shown.
 * @param input null as long as the order does not fulfil its rule
 */
export function useForecast(input: OrderInput | null): Forecast {
  const wanted = input === null ? null : JSON.stringify(withoutTexts(input));
  const debounced = useDebounced(wanted);
  const query = useQuery({
    ...forecastQuery(debounced === null ? NOTHING : (JSON.parse(debounced) as OrderInput)),
    enabled: debounced !== null,
  });
  if (wanted === null) return { state: 'none' };
  if (wanted !== debounced) return { state: 'loading' };
  if (query.data) return { state: 'ready', forecast: query.data.orderForecast };
  if (query.isError) return { state: 'failed', retry: () => void query.refetch(), retrying: query.isFetching };
  return { state: 'loading' };
}

/** The reason why the order would be refused; undefined when none is known. */
export function blockOf(forecast: Forecast): OrderForecast['flags'][number] | undefined {
  return forecast.state === 'ready' ? forecast.forecast.flags.find(({ severity }) => severity === 'blocks') : undefined;
}

/** The key of a query that is not enabled. */
const NOTHING = {} as OrderInput;

/** The order without texts, which do not change price or time, so that typing them sends no request. */
const withoutTexts = (input: OrderInput): OrderInput => ({ ...input, ...NO_CHECK_TEXTS });
