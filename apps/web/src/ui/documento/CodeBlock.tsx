import { Box } from "@mantine/core";
import { useId } from "react";
import { ScrollRegion } from "../layout/ScrollRegion.tsx";
import classes from "./CodeBlock.module.css";

/** Code or a long text in a box of its own. Mantine's Code has no label and no focus to scroll it by key. */
export function CodeBlock(props: { label?: string; children: string }): React.JSX.Element {
  const { label, children } = props;
  const id = useId();
  return (
    <Box w="100%" miw={0}>
      {label && (
        <p id={id} className="campo-rotulo">
          {label}
        </p>
      )}
      <ScrollRegion className={`mono ${classes.code}`} aria-labelledby={label ? id : undefined}>
        <pre>{children}</pre>
      </ScrollRegion>
    </Box>
  );
}
