export type { ChaveAcesso, PartesChave } from "./chave-acesso.ts";
export {
  CHAVE_ACESSO_FORM,
  CHAVE_ACESSO_PATTERN,
  checkDigit,
  InvalidChaveAcessoError,
  isChaveAcesso,
  parseChaveAcesso,
  splitChaveAcesso,
} from "./chave-acesso.ts";
export { cnpjCheckDigits, isCnpj, raizCnpj } from "./cnpj.ts";
export { isCpf } from "./cpf.ts";
export type { Dia } from "./dia.ts";
export { diaInZona, isDia } from "./dia.ts";
export { cleanDocumento } from "./documento.ts";
export {
  formatChave,
  formatData,
  formatDataHora,
  formatDecimal,
  formatDocumento,
  formatInteiro,
  formatReais,
  formatTamanho,
  formatTipoNota,
  formatValor,
  ZONA_PADRAO,
} from "./formato.ts";
export { moduloOnze } from "./modulo-onze.ts";
export { foldNome, ORDEM_NOME_MAX, ordemNome } from "./ordem-nome.ts";
export type { EmissorSerie } from "./serie.ts";
export { documentoOfChave, emissorOfSerie, isSerieAvulsa } from "./serie.ts";
export type { TipoNota } from "./tipo-nota.ts";
export { TIPOS_NOTA, tipoNotaOfModelo } from "./tipo-nota.ts";
export type { Uf } from "./uf.ts";
export { isUf, UFS, ufOfCodigo, zonaOfUf } from "./uf.ts";
export type { Valor } from "./valor.ts";
export { addValor, compareValor, InvalidValorError, parseValor } from "./valor.ts";
