/** Usage of the command. */
export const USAGE = `Uso:
  npm run backup -- criar     [DESTINO] [--novo]
  npm run backup -- restaurar [DESTINO] [--backup ID]
  npm run backup -- conferir  [DESTINO]
  npm run backup -- listar    [DESTINO]
  npm run backup -- podar     [DESTINO] [--simular] [--danificados]
  npm run backup -- manter    [DESTINO]`;

/** Text that `--ajuda` prints. */
export const HELP_TEXT = `${USAGE}

DESTINO é uma pasta ou s3://bucket/prefixo; sem ele, vale BACKUP_DESTINO. A senha que criptografa o backup vem de BACKUP_SENHA ou
BACKUP_SENHA_ARQUIVO (ou as chaves, de BACKUP_AGE e BACKUP_AGE_CHAVE), nunca da linha de comando.

criar      Copia o banco e os arquivos num instante só, com o Malote no ar ou parado. A partir do segundo, copia só o que mudou; se for interrompido,
           rode de novo: o que já foi guardado não é copiado outra vez. Um destino que já teve backups e está vazio é recusado (o disco pode não
           estar montado), a menos que você use --novo.
restaurar  Põe o backup mais novo, ou o de --backup, num banco e numa DATA_DIR vazios: tabelas, arquivos, papéis, usuário do servidor, políticas
           e funções, e começa uma época nova do feed. Use com o Malote parado. Se for interrompido, o banco fica vazio: rode de novo.
           Com o banco embutido, a chave dos segredos (DATA_DIR/chave.key) volta com o backup; senão, ponha antes em MALOTE_KEY a chave que era usada.
conferir   Lê tudo o que há no destino, abre cada objeto, confere cada hash e conta cada linha; mostra cada falha, todos os backups que ela atinge
           e o mais novo que está inteiro. As falhas ficam registradas no destino até o próximo criar guardar de novo o que ainda existe aqui.
listar     Mostra os backups que há, o mais novo primeiro, e os que uma falha conhecida atinge.
podar      Apaga os backups que BACKUP_GUARDA não mantém, e o que só eles usavam. Com --simular, só mostra quais. Os inteiros são escolhidos entre
           si: um danificado não toma o lugar deles. Com --danificados, apaga também os atingidos por falhas que nada consertou.
manter     Fica no ar: um backup a cada BACKUP_A_CADA_MIN minutos e a pedido da tela, poda e conferências. É o que npm start inicia quando há
           BACKUP_DESTINO, e também o serviço backup do docker compose.

Na imagem do docker: docker compose --profile backup run --rm backup node apps/server/dist/backup.mjs criar (ou restaurar, conferir, listar).
Códigos de saída: 0 feito; 1 recusado, falhou, ou há falhas no backup; 2 uso errado.
`;
