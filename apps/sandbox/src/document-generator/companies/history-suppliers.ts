import * as food from "./food-suppliers.ts";
import type { Fornecedor } from "./suppliers.ts";
import * as trade from "./trade-suppliers.ts";

/** The suppliers that only the history of the demo conta uses. */
export const HISTORY_SUPPLIERS: readonly Fornecedor[] = [...Object.values(food), ...Object.values(trade)];
