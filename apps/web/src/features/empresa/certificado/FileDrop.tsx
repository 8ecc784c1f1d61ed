import { formatSize } from "@malote/syntax";
import { Box, Text } from "@mantine/core";
import { IconCertificate, IconFileUpload, IconX } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { certificadoTexts as texts } from "../../../texts/admin/certificado.ts";
import { useIsPhone } from "../../../ui/layout/page-hooks.ts";
import classes from "./FileDrop.module.css";
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
      <div className={classes.zone} data-over={isOver} data-error={errorText ? true : undefined} {...drag}>
        <label className={classes.target}>
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
          <span className={classes.icon}>
            {file ? (
              <IconCertificate size={22} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconFileUpload size={22} stroke={1.6} aria-hidden="true" />
            )}
          </span>
          <Box component="span" flex={1} miw={0}>
            <Text span display="block" size="md" fw={600} id={`${id}-nome`} className={classes.name}>
              {isOver ? t.solteAgora : (file?.name ?? (phone ? t.toque : t.solte))}
            </Text>
            <Text span display="block" size="xs" lh="18px" c="dimmed">
              {file ? formatSize(file.size) : t.dica(MAX_SIZE_TEXT)}
            </Text>
          </Box>
          {!phone && (
            <span className={classes.button} aria-hidden="true">
              {file ? t.outro : t.escolher}
            </span>
          )}
        </label>
        {file && !isBlocked && (
          <button
            type="button"
            className={`icone ${classes.remove}`}
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
