import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useLocation, useParams } from "react-router-dom";
import { CartaoSituacao } from "../features/nota/CartaoSituacao.tsx";
import { useConsulta } from "../features/nota/consulta.ts";
import { Evidencias } from "../features/nota/Evidencias.tsx";
import { Fatos, FatosTopo } from "../features/nota/Fatos.tsx";
import { MarcasLista } from "../features/nota/MarcasLista.tsx";
import { useMarcar } from "../features/nota/marcar.ts";
import { nomeOf } from "../features/nota/marcas.ts";
import { NotaAcoes } from "../features/nota/NotaAcoes.tsx";
import { NotaEsqueleto } from "../features/nota/NotaEsqueleto.tsx";
import { NotaTitulo } from "../features/nota/NotaTitulo.tsx";
import { Trilha } from "../features/nota/Trilha.tsx";
import { useZona } from "../rpc/atual.ts";
import { notaQuery } from "../rpc/detalhe.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { readPartida } from "../rpc/percurso.ts";
import type { Nota } from "../rpc/queries.ts";
import { nota as textos } from "../textos/nota.ts";
import { useAtalhos } from "../ui/atalhos.ts";
import { clickCaminho, DocBar, DocPage, DocPanes } from "../ui/DocPage.tsx";
import { Falha } from "../ui/Falha.tsx";
import { rememberLinha } from "../ui/percorrer.ts";
import { useIsPhone, useTitulo } from "../ui/telas.ts";
import classes from "./NotaPage.module.css";

const PedirCertificado = lazy(async () => ({
  default: (await import("../features/empresa/certificado/PedirCertificado.tsx")).PedirCertificado,
}));
const CaminhoDaLista = lazy(async () => ({
  default: (await import("../features/nota/CaminhoDaLista.tsx")).CaminhoDaLista,
}));
const Eventos = lazy(async () => ({
  default: (await import("../features/nota/Eventos.tsx")).Eventos,
}));
const Manifestacao = lazy(async () => ({
  default: (await import("../features/nota/Manifestacao.tsx")).Manifestacao,
}));

/** One document: its status, its history, and the evidence. */
export function NotaPage(): React.JSX.Element {
  const { notaId = "" } = useParams();
  const { data, error, refetch } = useQuery(notaQuery(notaId));
  const zona = useZona();
  useTitulo(data ? nomeOf(data) : undefined);
  useAtalhos({
    j: () => clickCaminho("proximo"),
    k: () => clickCaminho("anterior"),
    "]": () => clickCaminho("proximo"),
    "[": () => clickCaminho("anterior"),
    Escape: () => clickCaminho("voltar"),
  });
  if (data) return <Documento key={data.id} nota={data} zona={zona} />;
  if (error) {
    return (
      <>
        <h1 className="vh">{textos.documento}</h1>
        <Falha
          falha={explainFalha(error)}
          onRetry={() => void refetch()}
          saida={{ rotulo: textos.irParaLista, to: "/dfe_recebidos" }}
        />
      </>
    );
  }
  return <NotaEsqueleto />;
}

/** Whether the empresa may send a manifestação: only for a received NF-e. */
function isManifestavel({ tipoNota, entradaSaida }: Nota): boolean {
  return tipoNota === "NFe" && entradaSaida === "E";
}

/** CNPJs whose certificado may query a document at SEFAZ: those of its participantes. */
function partesOf(nota: Nota): string[] {
  const { cnpjEmitente, cnpjDestinatario, tomador, remetente, expedidor, recebedor } = nota;
  const outras = [tomador, remetente, expedidor, recebedor].map((parte) => parte?.documento ?? "");
  return [cnpjEmitente, cnpjDestinatario ?? "", ...outras].filter((documento) => documento !== "");
}

function Documento({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const phone = useIsPhone();
  const partida = readPartida(useLocation().state);
  const { marcar } = useMarcar();
  const consulta = useConsulta(nota);
  useEffect(() => rememberLinha(nota.id, partida), [nota.id, partida]);
  const acoes = (
    <NotaAcoes
      nota={nota}
      consulta={consulta}
      onProcessar={(ligar) => void marcar([nota], "processado", ligar)}
    />
  );
  const listaDoTipo = nota.entradaSaida === "E" ? "/dfe_recebidos" : "/dfe_emitidos";
  return (
    <DocPage>
      <DocBar
        voltar={{ rotulo: textos.voltar, to: partida?.lista ?? listaDoTipo }}
        titulo={<NotaTitulo nota={nota} />}
        caminho={
          partida && (
            <Suspense>
              <CaminhoDaLista nota={nota} partida={partida} zona={zona} />
            </Suspense>
          )
        }
        acoes={acoes}
      />
      {!phone && <Trilha nota={nota} zona={zona} />}
      <DocPanes
        esquerda={
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
          <section className={classes.fatos} tabIndex={0} aria-label={nomeOf(nota)}>
            {phone && <FatosTopo nota={nota} zona={zona} />}
            <CartaoSituacao nota={nota} zona={zona} />
            {nota.aguardandoCertificado && (
              <Suspense>
                <PedirCertificado documentos={partesOf(nota)} />
              </Suspense>
            )}
            {!phone && <Fatos nota={nota} zona={zona} />}
            <MarcasLista
              nota={nota}
              zona={zona}
              onMarcar={(marca, ligar) => void marcar([nota], marca, ligar)}
            />
            {isManifestavel(nota) && (
              <Suspense>
                <Manifestacao nota={nota} zona={zona} />
              </Suspense>
            )}
            {nota.eventosPossiveis.length > 0 && (
              <Suspense>
                <Eventos nota={nota} zona={zona} />
              </Suspense>
            )}
            {phone && <Fatos nota={nota} zona={zona} />}
          </section>
        }
        direita={<Evidencias nota={nota} zona={zona} />}
      />
      {phone && <div className={classes.pe}>{acoes}</div>}
    </DocPage>
  );
}
