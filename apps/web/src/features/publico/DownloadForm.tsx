import { MENSAGENS_DAS_PESSOAS } from "@malote/contract";
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { call } from "../../rpc/call.ts";
import { CAPTCHA_VALE_MS, solveCaptcha } from "../../rpc/captcha.ts";
import { explainFalha, Recusa } from "../../rpc/falhas.ts";
import { download as textos } from "../../textos/publico.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { Captcha } from "../../ui/Captcha.tsx";
import { Formulario, SEM_RASCUNHO } from "../../ui/Formulario.tsx";
import { Achado, type DocumentoAchado } from "./Achado.tsx";
import { ChaveCampo } from "./ChaveCampo.tsx";
import classes from "./DownloadForm.module.css";

type Erros = { chave?: string | undefined; captcha?: string | undefined; geral?: string | undefined };

/** Asks for a key and a captcha, then offers the document's XML and PDF. */
export function DownloadForm({ inicial }: { inicial: string }): React.JSX.Element {
  const [chave, setChave] = useState(inicial);
  const [captcha, setCaptcha] = useState<string | null>(null);
  const [vez, setVez] = useState(0);
  const [erros, setErros] = useState<Erros>({});
  const [buscando, setBuscando] = useState(false);
  const [achado, setAchado] = useState<DocumentoAchado | null>(null);
  const change = (text: string): void => {
    setChave(text);
    setErros({});
    setAchado(null);
  };
  // When the links expire, the captcha is shown again.
  useEffect(() => {
    if (achado?.expiraEm == null) return;
    const timer = setTimeout(() => setAchado(null), Math.max(0, achado.expiraEm.getTime() - Date.now()));
    return () => clearTimeout(timer);
  }, [achado]);
  const again = (): void => {
    setCaptcha(null);
    setVez((before) => before + 1);
  };
  const search = async (): Promise<void> => {
    if (buscando) return;
    const wrong = findErros(chave, captcha);
    setErros(wrong);
    if (captcha === null || wrong.chave !== undefined || wrong.captcha !== undefined) return;
    setBuscando(true);
    try {
      const { object } = await call("Nota.getNotaDownloadPublico", { captcha, ChaveAcesso: chave });
      setAchado({ chave, ...object });
    } catch (error) {
      setErros(readErros(error));
    }
    again();
    setBuscando(false);
  };
  return (
    <div className={classes.form}>
      <Formulario
        alterado={SEM_RASCUNHO}
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <ChaveCampo
          chave={chave}
          onChange={change}
          onEnter={() => void search()}
          erro={erros.chave}
          autoFocus={inicial === ""}
        />
        {erros.geral !== undefined && <Alerta>{erros.geral}</Alerta>}
        <div className={classes.acao}>
          {achado === null ? (
            <Captcha
              key={vez}
              solve={() => solveCaptcha("download")}
              valeMs={CAPTCHA_VALE_MS}
              cedo={chave.length > 0}
              erro={erros.captcha}
              onChange={setCaptcha}
            />
          ) : (
            <span />
          )}
          {achado === null ? (
            <Button type="submit" size="md" loading={buscando}>
              {textos.buscar}
            </Button>
          ) : (
            <Button variant="default" size="md" onClick={() => change("")}>
              {textos.outro}
            </Button>
          )}
        </div>
      </Formulario>
      {achado !== null && <Achado achado={achado} />}
    </div>
  );
}

function findErros(chave: string, captcha: string | null): Erros {
  return {
    chave: chave === "" ? MENSAGENS_DAS_PESSOAS.chavePublicaObrigatoria : undefined,
    captcha: captcha === null && chave !== "" ? MENSAGENS_DAS_PESSOAS.captchaObrigatorio : undefined,
  };
}

function readErros(error: unknown): Erros {
  if (!(error instanceof Recusa)) {
    const falha = explainFalha(error);
    return { geral: falha ? `${falha.titulo}. ${falha.texto}` : undefined };
  }
  const campo = error.erros[0]?.campo;
  if (campo === "captcha") return { captcha: error.message };
  return campo === "ChaveAcesso" ? { chave: error.message } : { geral: error.message };
}
