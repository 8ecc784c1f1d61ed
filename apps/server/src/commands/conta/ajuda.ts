/** How the command is written. */
export const USO = `Uso:
  npm run conta -- criar IDENTIFICADOR --uf SP --tipo Jurídica --email E-MAIL --usuario NOME --nome "Nome Completo"
  npm run conta -- plano IDENTIFICADOR DOCUMENTOS
  npm run conta -- produto IDENTIFICADOR USUARIO sim|nao
  npm run conta -- empresa IDENTIFICADOR CNPJ provar|retirar
  npm run conta -- dominio IDENTIFICADOR DOMINIO incluir|retirar
  npm run conta -- segundo-fator IDENTIFICADOR USUARIO desligar
  npm run conta -- restaurado [--sim]
  npm run conta -- armazem [vazio]
  npm run conta -- tentar [TIPO]`;

/** What `--ajuda` prints. */
export const AJUDA = `${USO}

criar          Abre a conta e o seu proprietário, e mostra o link com que ele escolhe a senha. O link vale 72 horas e funciona
               uma vez; com SMTP_URL, ele também vai por e-mail. Se vencer, rode o comando de novo.
plano          Dá à conta o plano de 1000, 2000, 4000, 6000 ou 10000 documentos por mês. Nada para quando o plano acaba.
produto        Diz se o usuário é do próprio produto.
empresa        Comprova que a empresa é da conta, ou retira a comprovação. Confira antes: os documentos de uma empresa comprovada
               podem sair da conta, pelo download público e pelo feed no formato da SEFAZ.
dominio        Diz que um domínio de e-mail é da conta: uma empresa fica comprovada pelo documento autêntico, emitido por outra, que
               traz o endereço dela nesse domínio e chega a uma caixa dele.
segundo-fator  Desliga o segundo fator de quem perdeu o aparelho e os códigos de reserva. Confira antes quem está pedindo:
               a pessoa e os responsáveis da conta são avisados por e-mail.
restaurado     Diga isto uma vez, com o Malote parado, depois de restaurar o banco de um backup: o feed de todas as contas começa uma época
               nova, e os programas que leram além do backup são avisados e leem tudo o que vier, uma vez. Pede que se escreva a palavra
               restaurado; num script, --sim a dispensa. Depois de npm run backup -- restaurar não é preciso.
armazem        Diz que DATA_DIR/blobs é a pasta dos arquivos desta instalação, quando ela veio de uma cópia ou mudou de disco. É recusado se
               ela não tem nenhum dos e-mails mais novos que o banco nomeia; com vazio é aceita mesmo assim: os arquivos perderam-se.
tentar         Faz já o trabalho que espera a próxima tentativa, de todas as contas; com TIPO, só o desse tipo (poll, ingest, validate …).
               O que a SEFAZ ou outro servidor pediu para esperar continua esperando.

Usa o banco de DATABASE_APP_URL e a chave de MALOTE_KEY, como o servidor.
Códigos de saída: 0 feito; 1 recusado, ou o banco não respondeu; 2 uso errado.
`;
