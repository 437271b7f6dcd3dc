"""What the document cannot say of a request that is in order, for schemathesis."""
import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    """A cursor is opaque: only one that a list gave out is taken, so a made one is sent among the wrong requests alone."""
    is_right = case.meta is None or case.meta.generation.mode.is_positive
    if is_right and case.query:
        case.query.pop('cursor', None)
