/** Stage light from above, behind what stands before it. */
export function Beams() {
  return (
    <div className="beams" aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
