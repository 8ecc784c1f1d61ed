import { translated } from "../../languages/language.ts";

/** Texts of passkeys: sign-in, re-authentication, and the list. */
export const passkeyTexts = translated("passkeyTexts", {
  entrar: "Entrar com passkey",
  usar: "Usar a passkey",
  naoUsada: "A passkey não foi usada. Tente de novo ou use outra opção.",
  titulo: "Passkeys",
  texto:
    "Entre com a digital, o rosto ou o PIN do seu aparelho, sem digitar a senha. Depois de cadastrar uma passkey, só a senha não basta mais para entrar.",
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
    "É a sua última passkey: sem ela o segundo fator é desligado. Confirme com ela ou com um código de reserva.",
  nunca: "ainda não usada",
  cadastrada: (quando: string) => `cadastrada em ${quando}`,
  usada: (quando: string) => `usada ${quando}`,
  sincronizada: "sincronizada entre aparelhos",
  criada: "Passkey cadastrada.",
  renomeada: "Passkey renomeada.",
  removida: "Passkey removida.",
  cheia: (limite: number) => `Você já tem ${limite} passkeys, o máximo.`,
  semEndereco:
    "Passkeys não estão disponíveis: o navegador exige um nome de domínio com HTTPS e não aceita endereço IP. Peça a quem opera o Malote um endereço assim (PUBLIC_URL).",
  outroEndereco: (aqui: string) =>
    `Passkeys não estão disponíveis em ${aqui}: cada passkey vale para um nome de domínio, e não para um endereço IP. Este Malote aceita passkeys em `,
  semNavegador: "Este navegador não aceita passkeys.",
} as const);
