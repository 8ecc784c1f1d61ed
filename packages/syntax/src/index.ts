export type { Amount } from "./amount.ts";
export { addAmount, compareAmount, InvalidAmountError, parseAmount } from "./amount.ts";
export type { ChaveAcesso, ChaveParts } from "./chave-acesso.ts";
export {
  CHAVE_ACESSO_FORM,
  CHAVE_ACESSO_PATTERN,
  checkDigit,
  InvalidChaveAcessoError,
  isChaveAcesso,
  parseChaveAcesso,
  splitChaveAcesso,
} from "./chave-acesso.ts";
export { cnpjCheckDigits, cnpjRoot, isCnpj } from "./cnpj.ts";
export { CODE128_QUIET_MODULES, code128Widths } from "./code128.ts";
export { compareText } from "./compare-text.ts";
export { isCpf } from "./cpf.ts";
export type { Day } from "./day.ts";
export { dayInZone, instantInZone, isDay, splitInstant } from "./day.ts";
export { cleanDocumento } from "./documento.ts";
export { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./duration.ts";
export {
  DEFAULT_ZONE,
  formatAmount,
  formatChave,
  formatDate,
  formatDateTime,
  formatDecimal,
  formatDocumento,
  formatInteger,
  formatReais,
  formatSize,
  formatTipoNota,
  linesOfInfCpl,
} from "./format.ts";
export type { UnreadModelo } from "./modelo.ts";
export { abbreviationOfModelo, describeModelo, ID_PREFIXES, KNOWN_MODELOS } from "./modelo.ts";
export type { Distribuidor, Family, Modelo, ModeloOf, Prefixo, TipoNota } from "./modelos.ts";
export { MODELOS } from "./modelos.ts";
export { modulo11 } from "./modulo-11.ts";
export { foldName, NAME_SORT_KEY_MAX, nameSortKey } from "./name-sort-key.ts";
export { type CentsRange, readValores } from "./search-amounts.ts";
export {
  readOperator,
  readOperators,
  SEARCH_OPERATORS,
  SEARCH_SITUATIONS,
  type SearchOperator,
  type SearchOperatorName,
  type SearchSituation,
  type SearchText,
  type WrittenOperator,
  writeAbsolute,
} from "./search-operators.ts";
export {
  AUTHORIZED_CSTATS,
  CANCELLED_CSTATS,
  CLOSED_CSTAT,
  DENIED_CSTATS,
  isAuthorized,
  isNonexistent,
  NONEXISTENT_CSTATS,
} from "./sefaz-status.ts";
export type { SerieIssuer } from "./serie.ts";
export { documentoOfChave, isSerieAvulsa, issuerOfSerie } from "./serie.ts";
export { formatSizeOf } from "./size-of.ts";
export { TIPOS_CREDITO, TIPOS_DEBITO } from "./tipo-credito-debito.ts";
export type { TipoWith } from "./tipo-nota.ts";
export {
  DISTRIBUIDORES,
  FAMILIES,
  familyOfModelo,
  isModelo,
  recordOf,
  TIPOS_DISTRIBUIDOS,
  TIPOS_EM_ABERTO,
  TIPOS_NO_BADGE,
  TIPOS_NOTA,
  tipoNotaOfModelo,
  tiposWith,
} from "./tipo-nota.ts";
export type { Uf } from "./uf.ts";
export { isUf, UFS, ufOfCode, zoneOfUf } from "./uf.ts";
