import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from "@malote/contract";
import { formatTamanho } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { logoHref } from "../../rpc/arquivos.ts";
import { type Empresa, refreshEmpresas } from "../../rpc/empresas.ts";
import { sendForm } from "../../rpc/envio.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { empresa as textos } from "../../textos/empresas.ts";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import classes from "./EmpresaLado.module.css";

const { logo: t } = textos;

/** The logo on the printed forms of documents that the company issues. */
export function LogoPainel({ empresa, gerente }: { empresa: Empresa; gerente: boolean }): React.JSX.Element {
  const campo = useRef<HTMLInputElement>(null);
  const { versao, enviando, send } = useEnvioLogo(empresa);
  return (
    <section className={classes.parte} aria-labelledby="logo">
      <header className={classes.topo}>
        <h2 id="logo" className="t-secao">
          {t.titulo}
        </h2>
        {gerente && (
          <span className={classes.acoes}>
            {empresa.temLogo && (
              <Button variant="default" disabled={enviando} onClick={() => void send(new File([], "vazio"))}>
                {t.tirar}
              </Button>
            )}
            <Button variant="default" loading={enviando} onClick={() => campo.current?.click()}>
              {empresa.temLogo ? t.trocar : t.escolher}
            </Button>
          </span>
        )}
      </header>
      <div className={classes.logo}>
        {empresa.temLogo ? (
          <img src={`${logoHref(empresa.id)}&v=${versao}`} alt={t.alt(empresa.nome)} />
        ) : (
          <IconPhoto size={22} stroke={1.6} aria-hidden="true" />
        )}
        <p>
          {t.texto} {gerente && t.dica(formatTamanho(LOGO_MAX_BYTES), LOGO_MAX_PIXELS)}
        </p>
      </div>
      {gerente && (
        <input
          ref={campo}
          type="file"
          accept="image/png,image/jpeg"
          className="vh"
          tabIndex={-1}
          aria-label={t.campo}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) void send(chosen);
            // Lets the user select the same file again, after correcting it.
            currentTarget.value = "";
          }}
        />
      )}
    </section>
  );
}

function useEnvioLogo(empresa: Empresa) {
  const [versao, setVersao] = useState(0);
  const [enviando, setEnviando] = useState(false);
  /** An empty file removes the logo. */
  const send = async (arquivo: File): Promise<void> => {
    setEnviando(true);
    try {
      const campos = { empresaId: empresa.id, arquivo };
      await sendForm({ caminho: "/Services/logo", campos }, () => undefined);
      await refreshEmpresas();
      setVersao((last) => last + 1);
      avisar(arquivo.size === 0 ? t.tirado : t.enviado);
    } catch (error) {
      avisarFalha(explainFalha(error));
    }
    setEnviando(false);
  };
  return { versao, enviando, send };
}
