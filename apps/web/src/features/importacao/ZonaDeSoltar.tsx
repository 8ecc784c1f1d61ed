import { IMPORTACAO_MAX_BYTES } from "@malote/contract";
import { formatTamanho } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconFileImport, IconFolderOpen } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { importacao as textos } from "../../textos/importacao.ts";
import { useIsPhone } from "../../ui/telas.ts";
import { addArquivos } from "./fila.ts";
import classes from "./ZonaDeSoltar.module.css";

const { soltar: t } = textos;

/** The drop zone: files are dropped anywhere on the page, or selected. */
export function ZonaDeSoltar(): React.JSX.Element {
  const campo = useRef<HTMLInputElement>(null);
  const phone = useIsPhone();
  const sobre = useSoltarNaPagina();
  const limite = formatTamanho(IMPORTACAO_MAX_BYTES);
  return (
    <div className={classes.zona} data-sobre={sobre}>
      <span className={classes.desenho}>
        <IconFileImport size={24} stroke={1.6} aria-hidden="true" />
      </span>
      <div className={classes.texto}>
        <b>{sobre ? t.agora : phone ? t.toque : t.titulo}</b>
        <p>{phone ? t.textoToque(limite) : t.texto(limite)}</p>
      </div>
      <input
        ref={campo}
        type="file"
        multiple
        accept=".xml,.zip"
        className="vh"
        tabIndex={-1}
        aria-label={t.campo}
        onChange={({ currentTarget }) => {
          addArquivos(currentTarget.files ?? []);
          // Lets the user select the same file again.
          currentTarget.value = "";
        }}
      />
      <Button
        leftSection={<IconFolderOpen size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => campo.current?.click()}
      >
        {t.escolher}
      </Button>
      {sobre && (
        <div className={classes.veu} aria-hidden="true">
          <span className={classes.desenho}>
            <IconFileImport size={24} stroke={1.6} />
          </span>
          <div className={classes.texto}>
            <b>{t.agora}</b>
            <p>{t.emQualquer}</p>
          </div>
        </div>
      )}
    </div>
  );
}

/**
 * Handles drops on the whole page; otherwise the browser would open the file in place of the page.
 */
function useSoltarNaPagina(): boolean {
  const [sobre, setSobre] = useState(false);
  useEffect(() => {
    // `dragenter` of a child fires before `dragleave` of its parent.
    let depth = 0;
    const move = (by: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth + by);
      setSobre(depth > 0);
    };
    const [enter, leave] = [move(1), move(-1)];
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setSobre(false);
      addArquivos(event.dataTransfer?.files ?? []);
    };
    window.addEventListener("dragenter", enter);
    window.addEventListener("dragleave", leave);
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragenter", enter);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
    };
  }, []);
  return sobre;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}
