/** What the list of users and the user say. */
export const usuarios = {
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
    acao: "Ações",
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
    senha: "Enviar link de senha nova",
    ativar: "Ativar",
    inativar: "Inativar",
    excluir: "Excluir",
  },
  senhaEnviada: (email: string) => `Link de senha nova enviado para ${email}.`,
  inativar: {
    titulo: (nome: string) => `Inativar ${nome}?`,
    texto: "As sessões abertas terminam agora, e não dá mais para entrar com este usuário até reativá-lo.",
    acao: "Inativar",
  },
  excluir: {
    titulo: (nome: string) => `Excluir ${nome}?`,
    texto:
      "O usuário deixa de existir, e seus dados pessoais são apagados. O que ele fez continua no registro da conta.",
    acao: "Excluir usuário",
    feita: (nome: string) => `Usuário ${nome} excluído.`,
  },
} as const;

/** One user: the form. */
export const usuario = {
  novoTitulo: "Convidar usuário",
  subtitulo: "usuário",
  voltar: "Voltar aos usuários",
  lado: "O que o usuário pode",
  campos: {
    nomeCompleto: "Nome completo",
    nome: "Como chamar",
    nomeDica: "O nome curto, que aparece no menu e nos avisos.",
    nomeUsuario: "Nome de usuário",
    nomeUsuarioDica: "Com ele e o identificador da conta a pessoa entra.",
    email: "E-mail",
    emailDica: "Recebe o convite, os avisos e o link de senha nova.",
    administrador: "Administrador",
    administradorDica: "Cadastra empresas, usuários e caixas, envia certificados e libera da quarentena.",
    manifestacao: "Manifestação do destinatário",
    manifestacaoDica: "Declara à SEFAZ, em nome das empresas, o que houve com as NF-e recebidas.",
    restrito: "Só algumas empresas",
    restritoDica: "Vê apenas os documentos, os totais e os e-mails das empresas marcadas.",
    empresas: "Empresas que vê",
    semEmpresas: "Nenhuma empresa marcada: não vê documento nenhum.",
  },
  convidar: "Convidar",
  salvar: "Salvar",
  naoSalvas: "Alterações não salvas",
  nadaMudou: "Nada foi alterado",
  salvo: (nome: string) => `Usuário ${nome} salvo.`,
  convidado: (email: string) => `Convite enviado para ${email}.`,
  proprietario: "É o proprietário da conta: só ele muda este cadastro.",
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
  abandonar: {
    titulo: "Abandonar alterações?",
    texto: "As alterações deste formulário serão perdidas.",
    acao: "Abandonar",
    ficar: "Continuar editando",
  },
} as const;

/** The conta's token for its ERP. */
export const apiToken = {
  titulo: "Token da API",
  texto:
    "Com ele o ERP lê e marca documentos por JSON-RPC, sem usuário nem senha. Quem o tem vê o que a conta vê: guarde-o como uma senha.",
  nenhum: "Nenhum token foi gerado.",
  linhas: { token: "Token", criado: "Gerado em", por: "Por", uso: "Último uso" },
  nunca: "ainda não foi usado",
  gerar: "Gerar token",
  trocar: "Gerar outro token",
  confirmar: {
    titulo: "Gerar outro token?",
    texto: "O token atual deixa de valer agora, e o ERP que o usa para de funcionar até receber o novo.",
    acao: "Gerar outro",
  },
  novo: "Copie o token agora: ele não será mostrado de novo.",
  copiar: "Copiar o token",
  exemplo: "Exemplo",
  docs: "A descrição de todos os métodos está em docs/api.md.",
} as const;
