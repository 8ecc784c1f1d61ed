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
export { diaInZona, instantInZona, isDia, splitInstant } from "./dia.ts";
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
  linesOfInfCpl,
  ZONA_PADRAO,
} from "./formato.ts";
export { describeModelo, MODELOS_CONHECIDOS, siglaOfModelo } from "./modelo.ts";
export { moduloOnze } from "./modulo-onze.ts";
export { foldNome, ORDEM_NOME_MAX, ordemNome } from "./ordem-nome.ts";
export type { EmissorSerie } from "./serie.ts";
export { documentoOfChave, emissorOfSerie, isSerieAvulsa } from "./serie.ts";
export {
  AUTORIZADOS,
  CANCELADOS,
  DENEGADOS,
  ENCERRADO,
  INEXISTENTES,
  isAutorizado,
  isInexistente,
} from "./situacao-sefaz.ts";
export { formatTamanhoDe } from "./tamanho-de.ts";
export { TIPOS_CREDITO, TIPOS_DEBITO } from "./tipo-credito-debito.ts";
export type { TipoNota } from "./tipo-nota.ts";
export { TIPOS_NOTA, tipoNotaOfModelo } from "./tipo-nota.ts";
export type { Uf } from "./uf.ts";
export { isUf, UFS, ufOfCodigo, zonaOfUf } from "./uf.ts";
export type { Valor } from "./valor.ts";
export { addValor, compareValor, InvalidValorError, parseValor } from "./valor.ts";
