"""The few entries of NumPy's C API that _batch uses, declared by hand. Build-time only: not part of the wheel.

C made against one NumPy's own .pxd does not compile with another's headers; these declarations do.
"""

cdef extern from *:
    """
    #define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
    #include <numpy/arrayobject.h>
    #include <numpy/ufuncobject.h>

    static int gf_import_numpy(void) {
        import_array1(-1);
        import_umath1(-1);
        return 0;
    }

    static PyObject *gf_new_ufunc(PyUFuncGenericFunction *loops, const char *types, int count, const char *name,
                                  const char *doc) {
        return PyUFunc_FromFuncAndData(loops, NULL, (char *)types, count, 1, 1, PyUFunc_None, name, doc, 0);
    }

    /* C-contiguous and aligned; the dtype is compared by identity, which holds for all built-in types. */
    static inline int gf_is_plain(PyObject *x, PyObject *dtype) {
        return PyArray_CheckExact(x) && (PyObject *)PyArray_DESCR((PyArrayObject *)x) == dtype &&
               PyArray_ISCARRAY_RO((PyArrayObject *)x);
    }

    /* A new array of `dtype` and of the shape of `like`, with one more axis when `extra` is not negative. */
    static PyObject *gf_empty_like(PyObject *like, PyObject *dtype, Py_ssize_t extra) {
        npy_intp shape[NPY_MAXDIMS + 1];
        int axes = PyArray_NDIM((PyArrayObject *)like);
        if (axes > 0) { /* a 0-d array has no shape to point at */
            memcpy(shape, PyArray_DIMS((PyArrayObject *)like), (size_t)axes * sizeof *shape);
        }
        if (extra >= 0)
            shape[axes++] = extra;
        Py_INCREF(dtype);
        return PyArray_NewFromDescr(&PyArray_Type, (PyArray_Descr *)dtype, axes, shape, NULL, NULL, 0, NULL);
    }

    /* Is `x` plain, of just this dtype and of the shape of `like`, with one more axis when `extra` is not negative? */
    static int gf_is_fit(PyObject *x, PyObject *like, PyObject *dtype, Py_ssize_t extra) {
        PyArrayObject *a = (PyArrayObject *)x, *b = (PyArrayObject *)like;
        int axes = PyArray_NDIM(b);
        if (!gf_is_plain(x, dtype) || PyArray_NDIM(a) != axes + (extra >= 0) ||
            (extra >= 0 && PyArray_DIM(a, axes) != extra))
            return 0;
        return PyArray_CompareLists(PyArray_DIMS(a), PyArray_DIMS(b), axes);
    }

    /* Is `out` a plain, writeable array of just this dtype and the shape of `like`, apart from its memory? */
    static int gf_is_room(PyObject *out, PyObject *like, PyObject *dtype) {
        PyArrayObject *a = (PyArrayObject *)out, *b = (PyArrayObject *)like;
        if (!gf_is_plain(out, dtype) || !PyArray_ISWRITEABLE(a) || !PyArray_SAMESHAPE(a, b))
            return 0;
        return PyArray_BYTES(a) + PyArray_NBYTES(a) <= PyArray_BYTES(b) ||
               PyArray_BYTES(b) + PyArray_NBYTES(b) <= PyArray_BYTES(a);
    }

    /* The memory of a plain array of `rows` or more rows of `size` bytes, NULL when it is not that. */
    static inline void *gf_memory(PyObject *x, Py_ssize_t rows, Py_ssize_t size, int writeable) {
        PyArrayObject *array = (PyArrayObject *)x;
        if (!PyArray_Check(x) || !PyArray_ISCARRAY_RO(array) || PyArray_NBYTES(array) < rows * size ||
            (writeable && !PyArray_ISWRITEABLE(array)))
            return NULL;
        return PyArray_DATA(array);
    }
    """
    ctypedef Py_ssize_t npy_intp
    ctypedef void (*PyUFuncGenericFunction)(char **, const npy_intp *, const npy_intp *, void *) noexcept nogil
    const char NPY_UINT8
    const char NPY_INT64
    const char NPY_UINT64
    int gf_import_numpy() except -1
    object gf_new_ufunc(PyUFuncGenericFunction *loops, const char *types, int count, const char *name, const char *doc)
    bint gf_is_plain(object x, object dtype)
    object gf_empty_like(object like, object dtype, Py_ssize_t extra)
    bint gf_is_fit(object x, object like, object dtype, Py_ssize_t extra)
    bint gf_is_room(object out, object like, object dtype)
    void *gf_memory(object x, Py_ssize_t rows, Py_ssize_t size, bint writeable)
