import { formatSize } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconCertificate, IconFileUpload, IconX } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { certificadoTexts as texts } from "../../../texts/admin/certificado.ts";
import areaClasses from "../../../ui/form/DropArea.module.css";
import { DropHint } from "../../../ui/form/DropHint.tsx";
import { useIsPhone } from "../../../ui/layout/page-hooks.ts";
import { ACCEPTED_TYPES, MAX_SIZE_TEXT } from "./upload-values.ts";

const { arquivo: t } = texts;

/** The drop zone of the file; it is the browser's own file field, for click and keyboard too. */
export function FileDrop(props: {
  file: File | null;
  errorText: string | undefined;
  isBlocked: boolean;
  onFile: (file: File | null) => void;
  ref?: React.Ref<HTMLInputElement>;
}): React.JSX.Element {
  const { file, errorText, isBlocked, onFile, ref } = props;
  const id = useId();
  const phone = useIsPhone();
  const { sobre: isOver, ...drag } = useFileDrop(isBlocked, onFile);
  return (
    <div>
      <p className="campo-rotulo" id={`${id}-rotulo`}>
        {t.rotulo}
      </p>
      <div
        className={areaClasses.area}
        data-over={isOver || undefined}
        data-error={errorText ? true : undefined}
        {...drag}
      >
        <label className={areaClasses.target}>
          <input
            ref={ref}
            type="file"
            className="vh"
            accept={ACCEPTED_TYPES}
            disabled={isBlocked}
            aria-labelledby={`${id}-rotulo ${id}-nome`}
            aria-describedby={`${id}-dica`}
            aria-invalid={errorText ? true : undefined}
            // Lets the user select the same file again, after correcting it.
            onClick={({ currentTarget }) => {
              currentTarget.value = "";
            }}
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.files?.[0];
              if (chosen) onFile(chosen);
            }}
          />
          <DropHint
            icon={file ? IconCertificate : IconFileUpload}
            title={isOver ? t.solteAgora : (file?.name ?? (phone ? t.toque : t.solte))}
            titleId={`${id}-nome`}
            text={file ? formatSize(file.size) : t.dica(MAX_SIZE_TEXT)}
          />
          {!phone && !isBlocked && (
            <Button component="span" variant="default" aria-hidden="true">
              {file ? t.outro : t.escolher}
            </Button>
          )}
        </label>
        {file && !isBlocked && (
          <button
            type="button"
            className="icone"
            aria-label={t.tirar}
            data-dica={t.tirar}
            onClick={() => onFile(null)}
          >
            <IconX size={16} stroke={1.8} aria-hidden="true" />
          </button>
        )}
      </div>
      <p id={`${id}-dica`} className="campo-erro" role={errorText ? "alert" : undefined}>
        {errorText}
      </p>
    </div>
  );
}

/** Handles drags over the zone, and prevents the browser from opening the dropped file. */
function useFileDrop(isBlocked: boolean, onFile: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  // `dragenter` of a child fires before `dragleave` of its parent.
  const depth = useRef(0);
  const leave = (): void => {
    depth.current = Math.max(0, depth.current - 1);
    setIsOver(depth.current > 0);
  };
  return {
    sobre: isOver && !isBlocked,
    onDragEnter: () => {
      depth.current += 1;
      setIsOver(true);
    },
    onDragLeave: leave,
    onDragOver: (event: React.DragEvent) => event.preventDefault(),
    onDrop: (event: React.DragEvent) => {
      event.preventDefault();
      depth.current = 0;
      setIsOver(false);
      const dropped = event.dataTransfer.files[0];
      if (dropped && !isBlocked) onFile(dropped);
    },
  };
}
