import { useEffect, useRef } from "react";
import classes from "./BareCheckbox.module.css";

/**
 * A checkbox without a visible label, of two elements: Mantine's has eight, and a list has one in each row.
 * The name is for screen readers, which do not see its row or column.
 */
export function BareCheckbox(props: {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  /** Reached by the arrow keys of its row, not by Tab. */
  inRow?: boolean;
  /** withShift: the click or key came with Shift. */
  onChange: (withShift: boolean) => void;
}): React.JSX.Element {
  const { label: labelText, checked, indeterminate = false, inRow = false, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label
      className={classes.target}
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault(); // which would select the text up to here
      }}
    >
      <input
        ref={input}
        type="checkbox"
        className={classes.box}
        aria-label={labelText}
        tabIndex={inRow ? -1 : undefined}
        checked={checked}
        onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}
