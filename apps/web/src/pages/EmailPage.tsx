import { diaInZona, formatInteiro } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useLocation, useParams, useSearchParams } from "react-router-dom";
import { isOriginalGuardado } from "../features/email/chips.ts";
import { EmailCabecalho } from "../features/email/EmailCabecalho.tsx";
import { EmailCorpo } from "../features/email/EmailCorpo.tsx";
import { EmailPartes } from "../features/email/EmailPartes.tsx";
import { EmailsEsqueleto } from "../features/email/EmailsEsqueleto.tsx";
import { readFiltro, readOrdem, toSearchFilter } from "../features/email/filtro.ts";
import { emailHref } from "../rpc/arquivos.ts";
import { useZona } from "../rpc/atual.ts";
import { emailQuery } from "../rpc/detalhe.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { type Partida, type Passo, readPartida, usePercurso } from "../rpc/percurso.ts";
import { type Email, emailsQuery } from "../rpc/queries.ts";
import { emails } from "../textos/emails.ts";
import { geral } from "../textos/geral.ts";
import { useAtalhos } from "../ui/atalhos.ts";
import { clickCaminho, DocBar, DocPage, DocPanes, Passos, type Vizinho } from "../ui/DocPage.tsx";
import { Falha } from "../ui/Falha.tsx";
import { rememberLinha } from "../ui/percorrer.ts";
import { useTitulo } from "../ui/telas.ts";
import classes from "./EmailPage.module.css";

const Reprocessar = lazy(async () => ({
  default: (await import("../features/email/Reprocessar.tsx")).Reprocessar,
}));

const LEITURA_POLL_MS = 3_000;

/** One e-mail: its text, and the outcome of each part. */
export function EmailPage(): React.JSX.Element {
  const { emailId = "" } = useParams();
  const query = useQuery({
    ...emailQuery(emailId),
    refetchInterval: ({ state }) => (state.data?.estado === "em-leitura" ? LEITURA_POLL_MS : false),
  });
  const { data, error } = query;
  useTitulo(data?.assunto || emails.detalhe.naoExiste);
  useAtalhos({
    j: () => clickCaminho("proximo"),
    k: () => clickCaminho("anterior"),
    "]": () => clickCaminho("proximo"),
    "[": () => clickCaminho("anterior"),
    Escape: () => clickCaminho("voltar"),
  });
  if (data) return <Mensagem key={data.id} email={data} />;
  return (
    <>
      <h1 className="vh">{emails.detalhe.naoExiste}</h1>
      {error ? (
        <Falha
          falha={explainFalha(error)}
          onRetry={() => void query.refetch()}
          saida={{ rotulo: emails.detalhe.voltar, to: "/emails" }}
        />
      ) : (
        <EmailsEsqueleto rotulo={geral.carregando} />
      )}
    </>
  );
}

function Mensagem({ email }: { email: Email }): React.JSX.Element {
  const { detalhe: t } = emails;
  const zona = useZona();
  const [params] = useSearchParams();
  const partida = readPartida(useLocation().state);
  useEffect(() => rememberLinha(email.id, partida), [email.id, partida]);
  const guardado = isOriginalGuardado(email);
  return (
    <DocPage>
      <DocBar
        voltar={{ rotulo: t.voltar, to: partida?.lista ?? "/emails" }}
        titulo={<h1 className="t-pagina">{email.assunto || emails.semAssunto}</h1>}
        caminho={partida && <Caminho email={email} partida={partida} zona={zona} />}
        acoes={guardado && <Original id={email.id} />}
      />
      <DocPanes
        meio
        esquerda={
          <section className={classes.carta} aria-label={t.corpo}>
            <EmailCabecalho email={email} zona={zona} />
            <EmailCorpo email={email} />
          </section>
        }
        direita={
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
          <section className={classes.partes} tabIndex={0} aria-label={t.partes}>
            <EmailPartes
              email={email}
              alvo={params.get("parte")}
              zona={zona}
              acao={
                guardado && (
                  <Suspense>
                    <Reprocessar email={email} />
                  </Suspense>
                )
              }
            />
            {guardado && (
              <div className={classes.original}>
                <Original id={email.id} />
              </div>
            )}
          </section>
        }
      />
    </DocPage>
  );
}

function Original({ id }: { id: string }): React.JSX.Element {
  return (
    <Button
      component="a"
      href={emailHref(id)}
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
    >
      {emails.detalhe.original}
    </Button>
  );
}

/** Previous and next e-mail of the list from which this one was opened. */
function Caminho(props: { email: Email; partida: Partida; zona: string }): React.JSX.Element | null {
  const { email, partida, zona } = props;
  const { detalhe: t } = emails;
  const params = new URL(partida.lista, window.location.origin).searchParams;
  const pedido = {
    searchFilter: toSearchFilter(readFiltro(params), diaInZona(new Date(), zona)),
    searchOrder: readOrdem(params),
  };
  const percurso = usePercurso(email.id, partida, (pagina) =>
    emailsQuery({ ...pedido, currentPage: pagina }),
  );
  if (!percurso) return null;
  const vizinho = (passo: Passo | null, rotulo: string): Vizinho =>
    passo && { rotulo, to: `/email/${passo.id}`, state: { lista: partida.lista, pos: passo.pos } };
  return (
    <Passos
      anterior={vizinho(percurso.anterior, t.anterior)}
      proximo={vizinho(percurso.proximo, t.proximo)}
      rotulos={[t.anterior, t.proximo]}
      posicao={t.posicao(formatInteiro(percurso.pos + 1), formatInteiro(percurso.total))}
    />
  );
}
