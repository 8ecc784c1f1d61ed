/** The sections of the page, in the order of their tabs; the first is the default. */
export const SECOES = ["tokens", "webhooks", "exemplos", "uso"] as const;
export type Secao = (typeof SECOES)[number];

/** The section that the address selects. */
export function secaoOf(params: URLSearchParams): Secao {
  return SECOES.find((each) => each === params.get("secao")) ?? SECOES[0];
}

/** The address of a section. */
export function enderecoOf(secao: Secao): string {
  return secao === SECOES[0] ? "/admin?tab=api" : `/admin?tab=api&secao=${secao}`;
}
