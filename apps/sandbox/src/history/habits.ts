import * as food from "../document-generator/companies/food-suppliers.ts";
import {
  FORNECEDOR_ALFANUMERICO,
  FORNECEDORES,
  type Fornecedor,
} from "../document-generator/companies/suppliers.ts";
import * as trade from "../document-generator/companies/trade-suppliers.ts";

/** How a supplier delivers and writes. */
export type Habit = {
  fornecedor: Fornecedor;
  /** Weekdays of its deliveries, Monday = 1; `everyWeeks`: only in every n-th week. */
  dias: readonly number[];
  everyWeeks?: number;
  /** Fewest and most notas on such a day. */
  notas: readonly [min: number, max: number];
  /** Fewest and most units of an item. */
  quantidade: readonly [min: number, max: number];
  /** Share of notas whose e-mail comes days later, in per cent, and by how many days at most. */
  atraso?: readonly [percent: number, days: number];
  /** The notas of a day come in one ZIP; or each with its PDF. */
  envio?: "zip" | "pdf";
  /** Share of its notas with a CT-e that the buyer pays, in per cent. */
  frete?: number;
  /** Sells over the counter: NFC-e (model 65). */
  balcao?: boolean;
};

const [TORREFACAO, LATICINIO, PAPEIS, VINICOLA, HORTIFRUTI] = FORNECEDORES as readonly [
  Fornecedor,
  Fornecedor,
  Fornecedor,
  Fornecedor,
  Fornecedor,
];
const DAILY = [1, 2, 3, 4, 5, 6];

/** The 25 suppliers of the demo conta. */
export const HABITS: readonly Habit[] = [
  { fornecedor: HORTIFRUTI, dias: DAILY, notas: [1, 3], quantidade: [4, 40] },
  { fornecedor: food.FORNADA_AZUL, dias: DAILY, notas: [1, 2], quantidade: [6, 30] },
  { fornecedor: food.PASSO_LARGO, dias: [1, 3, 5], notas: [2, 4], quantidade: [3, 30], envio: "zip" },
  { fornecedor: LATICINIO, dias: [2, 5], notas: [1, 3], quantidade: [10, 60], frete: 50 },
  { fornecedor: food.BOA_AGUADA, dias: [1, 4], notas: [1, 2], quantidade: [20, 120], frete: 90 },
  { fornecedor: food.AVES_DO_PLANALTO, dias: [3], notas: [1, 3], quantidade: [20, 150], frete: 90 },
  { fornecedor: food.FONTE_CLARA, dias: [2, 4], notas: [1, 2], quantidade: [10, 60] },
  { fornecedor: food.TRES_MARCOS, dias: [2], notas: [1, 2], quantidade: [4, 24], frete: 80 },
  { fornecedor: food.NONA_RITINHA, dias: [4], notas: [1, 2], quantidade: [3, 20], frete: 70 },
  { fornecedor: food.VILA_SOSSEGO, dias: [1, 5], notas: [1, 1], quantidade: [1, 8] },
  { fornecedor: food.MARE_ALTA, dias: [3, 5], notas: [1, 2], quantidade: [5, 40], atraso: [60, 6] },
  { fornecedor: food.OLHO_DAGUA, dias: [4], notas: [1, 1], quantidade: [2, 20], atraso: [20, 3], frete: 60 },
  { fornecedor: food.TACHO_DE_COBRE, dias: [3], notas: [1, 2], quantidade: [6, 36], frete: 40 },
  { fornecedor: food.SUBMEDIO, dias: [1], notas: [1, 2], quantidade: [30, 200], frete: 100 },
  { fornecedor: food.PORTO_VELAME, dias: [2], everyWeeks: 2, notas: [1, 2], quantidade: [2, 18], frete: 60 },
  { fornecedor: TORREFACAO, dias: [1, 4], notas: [1, 1], quantidade: [5, 48], envio: "pdf", frete: 50 },
  { fornecedor: VINICOLA, dias: [5], notas: [1, 1], quantidade: [6, 48], atraso: [25, 4], frete: 80 },
  { fornecedor: PAPEIS, dias: [3], notas: [1, 2], quantidade: [2, 30] },
  { fornecedor: trade.ALVO_BRILHO, dias: [1, 3], notas: [1, 1], quantidade: [2, 16] },
  { fornecedor: trade.PONTA_DE_LANCA, dias: [2], notas: [1, 2], quantidade: [2, 20], atraso: [30, 2] },
  { fornecedor: trade.CHAMA_SERENA, dias: [1, 3, 5], notas: [1, 2], quantidade: [1, 3], balcao: true },
  { fornecedor: trade.FOLHA_LARGA, dias: [2, 4, 6], notas: [0, 2], quantidade: [1, 3], balcao: true },
  { fornecedor: trade.FOGO_LENTO, dias: [4], everyWeeks: 2, notas: [1, 1], quantidade: [1, 12], frete: 60 },
  { fornecedor: trade.LINHA_RETA, dias: [2], everyWeeks: 3, notas: [1, 1], quantidade: [5, 40] },
  { fornecedor: FORNECEDOR_ALFANUMERICO, dias: [3], everyWeeks: 3, notas: [1, 1], quantidade: [1, 4] },
];
