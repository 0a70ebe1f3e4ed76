/** Stage light from above, behind the page's content. */
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
