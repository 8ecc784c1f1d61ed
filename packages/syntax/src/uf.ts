/** The 27 states in order of name; `code` is the IBGE code, `zona` the IANA zone of the capital.
 * @source IBGE, códigos das UF; IANA tzdata, zone.tab */
export const UFS = [
  { sigla: "AC", codigo: "12", nome: "Acre", zona: "America/Rio_Branco" },
  { sigla: "AL", codigo: "27", nome: "Alagoas", zona: "America/Maceio" },
  { sigla: "AP", codigo: "16", nome: "Amapá", zona: "America/Belem" },
  { sigla: "AM", codigo: "13", nome: "Amazonas", zona: "America/Manaus" },
  { sigla: "BA", codigo: "29", nome: "Bahia", zona: "America/Bahia" },
  { sigla: "CE", codigo: "23", nome: "Ceará", zona: "America/Fortaleza" },
  { sigla: "DF", codigo: "53", nome: "Distrito Federal", zona: "America/Sao_Paulo" },
  { sigla: "ES", codigo: "32", nome: "Espírito Santo", zona: "America/Sao_Paulo" },
  { sigla: "GO", codigo: "52", nome: "Goiás", zona: "America/Sao_Paulo" },
  { sigla: "MA", codigo: "21", nome: "Maranhão", zona: "America/Fortaleza" },
  { sigla: "MT", codigo: "51", nome: "Mato Grosso", zona: "America/Cuiaba" },
  { sigla: "MS", codigo: "50", nome: "Mato Grosso do Sul", zona: "America/Campo_Grande" },
  { sigla: "MG", codigo: "31", nome: "Minas Gerais", zona: "America/Sao_Paulo" },
  { sigla: "PA", codigo: "15", nome: "Pará", zona: "America/Belem" },
  { sigla: "PB", codigo: "25", nome: "Paraíba", zona: "America/Fortaleza" },
  { sigla: "PR", codigo: "41", nome: "Paraná", zona: "America/Sao_Paulo" },
  { sigla: "PE", codigo: "26", nome: "Pernambuco", zona: "America/Recife" },
  { sigla: "PI", codigo: "22", nome: "Piauí", zona: "America/Fortaleza" },
  { sigla: "RJ", codigo: "33", nome: "Rio de Janeiro", zona: "America/Sao_Paulo" },
  { sigla: "RN", codigo: "24", nome: "Rio Grande do Norte", zona: "America/Fortaleza" },
  { sigla: "RS", codigo: "43", nome: "Rio Grande do Sul", zona: "America/Sao_Paulo" },
  { sigla: "RO", codigo: "11", nome: "Rondônia", zona: "America/Porto_Velho" },
  { sigla: "RR", codigo: "14", nome: "Roraima", zona: "America/Boa_Vista" },
  { sigla: "SC", codigo: "42", nome: "Santa Catarina", zona: "America/Sao_Paulo" },
  { sigla: "SP", codigo: "35", nome: "São Paulo", zona: "America/Sao_Paulo" },
  { sigla: "SE", codigo: "28", nome: "Sergipe", zona: "America/Maceio" },
  { sigla: "TO", codigo: "17", nome: "Tocantins", zona: "America/Araguaina" },
] as const;

export type Uf = (typeof UFS)[number]["sigla"];

type UfRow = (typeof UFS)[number];

const BY_CODE: ReadonlyMap<string, Uf> = new Map(UFS.map((row) => [row.codigo, row.sigla]));
const BY_ABBREVIATION: ReadonlyMap<string, UfRow> = new Map(UFS.map((row) => [row.sigla, row]));

/** Says whether the text is the two-letter code of a state. */
export function isUf(text: string): text is Uf {
  return BY_ABBREVIATION.has(text);
}

/** The state of an IBGE code ("35" → "SP"); null for other codes, such as 90 and 91 (Ambiente Nacional). */
export function ufOfCode(code: string): Uf | null {
  return BY_CODE.get(code) ?? null;
}

/** The IANA zone of a state; America/Sao_Paulo for any other text. */
export function zoneOfUf(uf: string): string {
  return BY_ABBREVIATION.get(uf)?.zona ?? "America/Sao_Paulo";
}
