/** Passkeys: the sign-in, the question who is there, and the list. */
export const passkeys = {
  entrar: "Entrar com passkey",
  usar: "Usar a passkey",
  naoUsada: "A passkey não foi usada. Tente de novo, ou siga por outro caminho.",
  titulo: "Passkeys",
  texto:
    "Entre com a digital, o rosto ou o PIN do seu aparelho, sem digitar a senha. Com uma passkey, a senha sozinha deixa de bastar.",
  nenhuma: "Nenhuma passkey cadastrada.",
  cadastrar: "Cadastrar passkey",
  nome: "Nome da passkey",
  nomeDica: "Para você reconhecê-la depois: o aparelho ou a chave em que ela fica.",
  salvar: "Salvar",
  renomear: "Renomear",
  renomearDe: (nome: string) => `Renomear a passkey ${nome}`,
  remover: "Remover",
  removerDe: (nome: string) => `Remover a passkey ${nome}`,
  removerTitulo: (nome: string) => `Remover a passkey ${nome}?`,
  removerTexto: "Ela deixa de servir para entrar. No aparelho, apague-a também se quiser.",
  ultima:
    "É a sua última passkey: sem ela o segundo fator se desliga. Confirme com ela ou com um código de reserva.",
  nunca: "ainda não usada",
  cadastrada: (quando: string) => `cadastrada em ${quando}`,
  usada: (quando: string) => `usada ${quando}`,
  sincronizada: "sincronizada entre aparelhos",
  criada: "Passkey cadastrada.",
  renomeada: "Passkey renomeada.",
  removida: "Passkey removida.",
  cheia: (limite: number) => `Você já tem ${limite} passkeys, o máximo.`,
  semEndereco:
    "Passkeys não estão disponíveis: o navegador só as aceita num nome com HTTPS, nunca num número IP. Peça a quem opera o Malote um endereço assim (PUBLIC_URL).",
  outroEndereco: (aqui: string) =>
    `Passkeys não estão disponíveis em ${aqui}: o navegador prende cada uma a um nome, e um número IP não é um nome. Este Malote as aceita em `,
  semNavegador: "Este navegador não aceita passkeys.",
} as const;
