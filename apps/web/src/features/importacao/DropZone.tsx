import { IMPORTACAO_MAX_BYTES } from "@malote/contract";
import { formatSize } from "@malote/syntax";
import { Box, Button } from "@mantine/core";
import { IconFileImport, IconFolderOpen } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { importacaoTexts as texts } from "../../texts/files/importacao.ts";
import areaClasses from "../../ui/form/DropArea.module.css";
import { DropHint } from "../../ui/form/DropHint.tsx";
import { useIsPhone } from "../../ui/layout/page-hooks.ts";
import classes from "./Importacao.module.css";
import { addFiles } from "./uploads-store.ts";

const { soltar: t } = texts;

/** The drop zone: files are dropped anywhere on the page, or selected. */
export function DropZone(): React.JSX.Element {
  const inputRef = useRef<HTMLInputElement>(null);
  const phone = useIsPhone();
  const isOver = usePageDrop();
  const limitText = formatSize(IMPORTACAO_MAX_BYTES);
  return (
    <Box className={areaClasses.area} m="16px var(--gutter) 0" data-over={isOver || undefined}>
      <DropHint
        icon={IconFileImport}
        title={isOver ? t.agora : phone ? t.toque : t.titulo}
        text={phone ? t.textoToque(limitText) : t.texto(limitText)}
      />
      <input
        ref={inputRef}
        type="file"
        multiple
        accept=".xml,.zip"
        className="vh"
        tabIndex={-1}
        aria-label={t.campo}
        onChange={({ currentTarget }) => {
          addFiles(currentTarget.files ?? []);
          // Lets the user select the same file again.
          currentTarget.value = "";
        }}
      />
      <Button
        flex="1 0 auto"
        leftSection={<IconFolderOpen size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => inputRef.current?.click()}
      >
        {t.escolher}
      </Button>
      {isOver && (
        <div className={classes.veil} aria-hidden="true">
          <DropHint icon={IconFileImport} title={t.agora} text={t.emQualquer} />
        </div>
      )}
    </Box>
  );
}

/**
 * Handles drops on the whole page; otherwise the browser would open the file in place of the page.
 */
function usePageDrop(): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    // `dragenter` of a child fires before `dragleave` of its parent.
    let depth = 0;
    const move = (by: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth + by);
      setIsOver(depth > 0);
    };
    const [enter, leave] = [move(1), move(-1)];
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      addFiles(event.dataTransfer?.files ?? []);
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
  return isOver;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}
