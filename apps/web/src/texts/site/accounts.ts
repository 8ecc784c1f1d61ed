import { translated } from "../../languages/language.ts";

/** Texts of the sign-up page. */
export const createContaTexts = translated("createContaTexts", {
  titulo: "Criar conta",
  texto: "Você cria a senha depois, pelo link que enviaremos por e-mail.",
  conta: "A conta",
  voce: "Você",
  tipoPessoa: "Tipo de pessoa",
  identificador: "Identificador",
  identificadorDica: "O nome da sua empresa no Malote, sem espaços. Todos da equipe o usam para entrar.",
  uf: "UF",
  ufVazia: "Escolha",
  ufDica: "O fuso horário dela define os dias das listas.",
  email: "E-mail",
  nomeUsuario: "Nome de usuário",
  nomeUsuarioDica: "Você entra com ele e com o identificador.",
  nomeCompleto: "Nome completo",
  aceite: {
    antes: "Ao criar a conta, você aceita os ",
    termos: "Termos de uso",
    meio: " e leu a página ",
    privacidade: "Privacidade",
    fim: ".",
  },
  acao: "Criar conta",
  feita: "Falta só confirmar",
  feitaTexto: (email: string) =>
    `Enviamos um e-mail para ${email}. Abra o link dele em até 72 horas e escolha a sua senha.`,
  semEmail: "Não chegou? Olhe a caixa de spam, ou crie a conta de novo com o endereço certo.",
  jaTem: "Já tem conta?",
  entrar: "Entrar",
} as const);

/** Texts of the password reset request. */
export const forgotPasswordTexts = translated("forgotPasswordTexts", {
  titulo: "Esqueci a senha",
  texto: "Digite o e-mail do seu usuário. Enviaremos para ele um link para criar uma nova senha.",
  email: "E-mail",
  acao: "Enviar link",
  feito: "Confira o seu e-mail",
  voltar: "Voltar ao login",
} as const);

/** Texts of the password form behind a link. */
export const newPasswordTexts = translated("newPasswordTexts", {
  configurar: {
    titulo: "Nova senha",
    texto: (nome: string, conta: string) =>
      `${nome}, escolha a nova senha do seu usuário na conta ${conta}. As sessões abertas terminam.`,
    acao: "Salvar a senha",
  },
  convite: {
    titulo: "Bem-vindo ao Malote",
    texto: (nome: string, conta: string) => `${nome}, escolha a senha com que vai entrar na conta ${conta}.`,
    acao: "Criar a senha e continuar",
  },
  identificador: "Identificador",
  nomeUsuario: "Usuário",
  senha: "Nova senha",
  repetida: "Repita a senha",
  regras: {
    titulo: "A senha precisa de",
    tamanho: "8 caracteres ou mais",
    letra: "uma letra",
    digito: "um número",
    igual: "as duas iguais",
    incomum: "uma combinação fora das mais usadas e do seu nome (conferimos ao salvar)",
  },
  estados: {
    cumprida: "cumprida",
    falta: "falta",
    servidor: "ainda não conferida",
    recusada: "não cumprida",
  },
} as const);
