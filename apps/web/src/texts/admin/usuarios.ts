import { translated } from "../../languages/language.ts";

/** Texts of the list of users. */
export const usuariosTexts = translated("usuariosTexts", {
  lista: "Usuários",
  novo: "Convidar usuário",
  total: (n: number) => (n === 1 ? "1 usuário" : `${n} usuários`),
  ordens: { nomeCompleto: "Nome completo", usuario: "Usuário", email: "E-mail" },
  colunas: {
    usuario: "Usuário",
    email: "E-mail",
    papel: "Permissão",
    situacao: "Situação",
    acesso: "Último acesso",
  },
  permissoes: {
    proprietario: "Proprietário",
    administrador: "Administrador",
    usuario: "Usuário",
    manifesta: "manifesta",
    empresas: (n: number) => (n === 1 ? "só 1 empresa" : `só ${n} empresas`),
  },
  situacoes: {
    ativo: "Ativo",
    inativo: "Inativo",
    convidado: "Convite enviado",
    vencido: "Convite expirado",
  },
  nunca: "Ainda não entrou",
  voce: "você",
  abrir: (nome: string) => `Abrir o usuário ${nome}`,
  acoes: (nome: string) => `Ações do usuário ${nome}`,
  menu: {
    abrir: "Abrir",
    reenviar: "Reenviar convite",
    senha: "Enviar link de nova senha",
    ativar: "Ativar",
    inativar: "Inativar",
    excluir: "Excluir",
  },
  senhaEnviada: (email: string) => `Link de nova senha enviado para ${email}.`,
  inativar: {
    titulo: (nome: string) => `Inativar ${nome}?`,
    texto: "As sessões abertas terminam agora, e não é mais possível entrar com este usuário até reativá-lo.",
    acao: "Inativar",
  },
  excluir: {
    titulo: (nome: string) => `Excluir ${nome}?`,
    texto:
      "O usuário deixa de existir, e seus dados pessoais são apagados. O que ele fez continua no registro da conta.",
    acao: "Excluir usuário",
    feita: (nome: string) => `Usuário ${nome} excluído.`,
  },
} as const);

/** Texts of the form of one user. */
export const usuarioTexts = translated("usuarioTexts", {
  novoTitulo: "Convidar usuário",
  subtitulo: "usuário",
  voltar: "Voltar aos usuários",
  lado: "O que o usuário pode",
  campos: {
    nomeCompleto: "Nome completo",
    nome: "Como chamar",
    nomeDica: "O nome curto, que aparece no menu e nos avisos.",
    nomeUsuario: "Nome de usuário",
    nomeUsuarioDica: "A pessoa entra com ele e com o identificador da conta.",
    email: "E-mail",
    emailDica: "Recebe o convite, os avisos e o link de nova senha.",
    administrador: "Administrador",
    administradorDica: "Cadastra empresas, usuários e caixas, envia certificados e libera da quarentena.",
    administradorProprio: "Só outro administrador pode retirar a sua permissão.",
    senhaAtual: "Senha atual",
    senhaAtualDica: "Para mudar o seu e-mail, confirme que é você: é por ele que se cria uma nova senha.",
    manifestacao: "Manifestação do destinatário",
    manifestacaoDica: "Declara à SEFAZ, em nome das empresas, o que houve com as NF-e recebidas.",
    restrito: "Só algumas empresas",
    restritoDica: "Vê apenas os documentos, os totais e os e-mails das empresas marcadas.",
    empresas: "Empresas que vê",
    semEmpresas: "Nenhuma empresa marcada: não vê documento nenhum.",
  },
  convidar: "Convidar",
  salvar: "Salvar",
  salvo: (nome: string) => `Usuário ${nome} salvo.`,
  convidado: (email: string) => `Convite enviado para ${email}.`,
  convite: {
    titulo: "Convite",
    ate: (quando: string) => `O link vale até ${quando}.`,
    vencido: "O link expirou.",
    reenviar: "Reenviar convite",
  },
  depois: {
    titulo: "Depois de convidar",
    texto:
      "A pessoa recebe um link por e-mail, escolhe a própria senha e já entra. O link vale por 72 horas.",
  },
} as const);
