/** Usage of the command. */
export const USAGE = `Uso:
  npm run conta -- criar IDENTIFICADOR --uf SP --tipo Jurídica --email E-MAIL --usuario NOME --nome "Nome Completo"
  npm run conta -- plano IDENTIFICADOR DOCUMENTOS
  npm run conta -- produto IDENTIFICADOR USUARIO sim|nao
  npm run conta -- empresa IDENTIFICADOR CNPJ provar|retirar
  npm run conta -- dominio IDENTIFICADOR DOMINIO incluir|retirar
  npm run conta -- segundo-fator IDENTIFICADOR USUARIO desligar
  npm run conta -- restaurado [--sim]
  npm run conta -- armazem [vazio]
  npm run conta -- tentar [TIPO]`;

/** Text that `--ajuda` prints. */
export const HELP_TEXT = `${USAGE}

criar          Abre a conta com o seu proprietário e mostra o link com que ele cria a senha. O link vale 72 horas e só pode ser usado
               uma vez; com SMTP_URL, ele também vai por e-mail. Se vencer, rode o comando de novo.
plano          Define o plano da conta: 1000, 2000, 4000, 6000 ou 10000 documentos por mês. Nada para quando o limite é atingido.
produto        Dá ao usuário o acesso de operador (sim) ou o retira (nao). O operador vê e opera todas as contas desta instalação.
empresa        Comprova que a empresa é da conta, ou retira a comprovação. Confira antes: os documentos de uma empresa comprovada
               podem sair da conta, pelo download público e pelo feed no formato da SEFAZ.
dominio        Comprova que um domínio de e-mail é da conta, ou retira a comprovação. Com ele, uma empresa fica comprovada quando chega
               a uma caixa desse domínio um documento autêntico, emitido por outra empresa, que traz o e-mail dela nesse domínio.
segundo-fator  Desliga o segundo fator de quem perdeu o aparelho e os códigos de reserva. Confira antes quem está pedindo:
               a pessoa e os responsáveis da conta são avisados por e-mail.
restaurado     Use uma só vez, com o Malote parado, depois de restaurar o banco de um backup por outro meio. O feed de todas as contas começa
               uma época nova: os programas que leram além do backup são avisados e leem, uma vez, tudo o que for publicado. O comando pede que
               você escreva a palavra restaurado; num script, use --sim. Depois de npm run backup -- restaurar não é preciso.
armazem        Confirma DATA_DIR/blobs como a pasta dos arquivos desta instalação, quando ela veio de uma cópia ou mudou de disco. É recusado se
               a pasta não tem nenhum dos e-mails mais recentes do banco; com vazio, é aceito mesmo assim: use se os arquivos se perderam.
tentar         Faz agora o trabalho que espera a próxima tentativa, de todas as contas; com TIPO, só o desse tipo (poll, ingest, validate …).
               O que a SEFAZ ou outro servidor pediu para esperar continua esperando.

Usa o banco de DATABASE_APP_URL e a chave de MALOTE_KEY, como o servidor.
Códigos de saída: 0 feito; 1 recusado, ou o banco não respondeu; 2 uso errado.
`;
